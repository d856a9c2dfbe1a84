import { join } from 'node:path';
import { z } from 'zod';
import { FolderObjectStore } from './folder-object-store.js';
import { MinioObjectStore } from './minio-object-store.js';
import type { ObjectStore } from './object-store.js';

export const objectStoreConfig = {
  MINIO_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'not an http:// or https:// URL' })
    .refine((url) => new URL(url).pathname === '/', 'must not have a path')
    .optional()
    .meta({
      description:
        'MinIO, or any other S3-compatible store, as `https://host:port`. If absent, OBJECT_STORE_DIR is used.',
    }),
  MINIO_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Access key. Required with MINIO_ENDPOINT; there is no default.', secret: true }),
  MINIO_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Secret key. Required with MINIO_ENDPOINT; there is no default.', secret: true }),
  MINIO_REGION: z.string().min(1).default('us-east-1').meta({ description: 'Region that requests are signed for.' }),
  MINIO_PATH_STYLE: z
    .enum(['on', 'off'])
    .default('on')
    .meta({ description: '`on`: `endpoint/bucket/object`, as MinIO expects. `off`: `bucket.endpoint/object`.' }),
  MINIO_CREATE_BUCKET: z
    .enum(['off', 'on'])
    .default('off')
    .meta({ description: '`on` creates a missing bucket at start, which the access key has to allow.' }),
  OBJECT_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9_-]+\/)*$/, 'not a key prefix such as docfolio/')
    .default('')
    .meta({
      description: 'Prefix of all keys in the bucket, ending in `/`, for a bucket shared with other applications.',
    }),
  OBJECT_STORE_DIR: z.string().min(1).optional().meta({
    description: 'Folder for objects, one subfolder per bucket. For a single machine; ignored with MINIO_ENDPOINT.',
  }),
};

export const objectBucket = (name: string) =>
  z.string().min(3).default(name).meta({ description: 'Bucket of this process. No other process uses it.' });

export type ObjectStoreConfig = z.output<z.ZodObject<typeof objectStoreConfig>>;

/** Reports missing settings of the object store. Refines the schema of each process that opens one. */
export function requireObjectStore(config: ObjectStoreConfig, context: z.RefinementCtx): void {
  const report = (name: keyof ObjectStoreConfig, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (config.MINIO_ENDPOINT) {
    if (!config.MINIO_ACCESS_KEY) report('MINIO_ACCESS_KEY', 'is missing');
    if (!config.MINIO_SECRET_KEY) report('MINIO_SECRET_KEY', 'is missing');
  } else if (!config.OBJECT_STORE_DIR) {
    report('MINIO_ENDPOINT', 'is missing, and so is OBJECT_STORE_DIR: one of them must be set');
  }
}

/** Opens the store. @param config checked by `requireObjectStore` @param bucket bucket or subfolder of this service */
export function openObjectStore(config: ObjectStoreConfig, bucket: string): ObjectStore {
  if (!config.MINIO_ENDPOINT) return new FolderObjectStore(join(config.OBJECT_STORE_DIR!, bucket));
  return new MinioObjectStore({
    endpoint: config.MINIO_ENDPOINT,
    accessKey: config.MINIO_ACCESS_KEY!,
    secretKey: config.MINIO_SECRET_KEY!,
    bucket,
    region: config.MINIO_REGION,
    pathStyle: config.MINIO_PATH_STYLE === 'on',
    prefix: config.OBJECT_PREFIX,
    createBucket: config.MINIO_CREATE_BUCKET === 'on',
  });
}
