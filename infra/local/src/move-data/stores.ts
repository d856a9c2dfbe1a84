import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '@docfolio/backup/backup-error';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { MinioObjectStore } from '@docfolio/service-kit/object-store/minio-object-store';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import {
  objectStoreConfig,
  openObjectStore,
  requireObjectStore,
} from '@docfolio/service-kit/object-store/object-store.config';
import type { ObjectTarget } from '@docfolio/tasks/move-data/options';
import { z } from 'zod';
import type { LocalConfig } from '../config.js';

/** Folders of DATA_DIR/objects (the default buckets) by owning service. */
const folders = { leads: 'docfolio-leads', media: 'blog-images' } as const;

type Owner = keyof typeof folders;

/** Returns the files of an installation below its data folder. @throws BackupError for a folder that no service owns */
export function sourceObjects(dataDir: string): Record<Owner, ObjectStore> {
  const folder = join(dataDir, 'objects');
  const known: string[] = Object.values(folders);
  const unknown = existsSync(folder) ? readdirSync(folder).filter((name) => !known.includes(name)) : [];
  if (unknown.length > 0) throw new BackupError(`${folder} has folders that no service owns: ${unknown.join(', ')}.`);
  return {
    leads: new FolderObjectStore(join(folder, folders.leads)),
    media: new FolderObjectStore(join(folder, folders.media)),
  };
}

/** Returns the files of an installation by owner. @throws z.ZodError if a setting of the object store is missing */
export function installedObjects({ dataDir, minioEndpoint, inherited }: LocalConfig): Record<string, ObjectStore> {
  if (!minioEndpoint) return sourceObjects(dataDir);
  const config = z.object(objectStoreConfig).superRefine(requireObjectStore).parse(inherited);
  return { leads: openObjectStore(config, folders.leads), media: openObjectStore(config, folders.media) };
}

/** Returns the object stores of a move's target. @throws BackupError for a bucket that cannot be used */
export async function targetObjects(target: ObjectTarget): Promise<Record<Owner, ObjectStore>> {
  const { endpoint, accessKey, secretKey, region, pathStyle, createBuckets: createBucket, buckets } = target;
  const open = async ({ bucket, prefix }: ObjectTarget['buckets'][Owner]) => {
    const store = new MinioObjectStore({
      endpoint,
      accessKey,
      secretKey,
      region,
      pathStyle,
      bucket,
      prefix,
      createBucket,
    });
    await store.ready().catch((error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      throw new BackupError(`The target's bucket ${bucket} cannot be used: ${code ? `${code}, ` : ''}${message}`);
    });
    return store;
  };
  return { leads: await open(buckets.leads), media: await open(buckets.media) };
}
