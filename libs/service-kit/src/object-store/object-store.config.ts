import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.js';
import { FolderObjectStore } from './folder-object-store.js';
import { MinioObjectStore } from './minio-object-store.js';
import type { ObjectStore } from './object-store.js';

/** What a service that keeps files reads besides `baseConfig`: a bucket where MINIO_ENDPOINT is set, else a folder. */
export const objectStoreConfig = {
  MINIO_ENDPOINT: z.url({ protocol: /^https?$/, error: 'not an http:// URL' }).optional(),
  MINIO_ACCESS_KEY: z.string().min(1).default('minioadmin'),
  MINIO_SECRET_KEY: z.string().min(1).default('minioadmin'),
  /** Holds a folder for each owner's objects. */
  OBJECT_STORE_DIR: z.string().min(1).optional(),
};

export type ObjectStoreConfig = z.output<z.ZodObject<typeof objectStoreConfig>>;

/**
 * The store that the configuration names.
 * @param bucket its owner's own: a bucket's name (3 to 63 characters of a-z, 0-9 and -), or a folder's
 * @throws ConfigError when there is none
 */
export function openObjectStore(config: ObjectStoreConfig, bucket: string): ObjectStore {
  if (config.MINIO_ENDPOINT)
    return new MinioObjectStore({
      endpoint: config.MINIO_ENDPOINT,
      accessKey: config.MINIO_ACCESS_KEY,
      secretKey: config.MINIO_SECRET_KEY,
      bucket,
    });
  if (config.OBJECT_STORE_DIR) return new FolderObjectStore(join(config.OBJECT_STORE_DIR, bucket));
  throw new ConfigError('The configuration is wrong:\n  MINIO_ENDPOINT or OBJECT_STORE_DIR: one has to be there');
}
