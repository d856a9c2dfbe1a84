import { mongodbDatabase, serviceConfig } from '@docfolio/process/config';
import { remotesPublicKeys } from '@docfolio/remote-build/config';
import { bytesConfig } from '@docfolio/service-kit/bytes/bytes-server';
import { objectBucket, objectStoreConfig } from '@docfolio/service-kit/object-store/object-store.config';
import { z } from 'zod';

export const configSchema = z.object({
  ...serviceConfig,
  MONGODB_DATABASE: mongodbDatabase('docfolio_media'),
  ...bytesConfig,
  ...objectStoreConfig,
  OBJECT_BUCKET: objectBucket('blog-images'),
  SPOOL_DIR: z
    .string()
    .min(1)
    .default('/tmp/docfolio-media')
    .meta({ description: 'Folder for uploads in progress. Replicas may share it.' }),
  REMOTES_PUBLIC_KEYS: remotesPublicKeys,
});

export const quarantineConfigSchema = configSchema.pick({
  MINIO_ENDPOINT: true,
  MINIO_ACCESS_KEY: true,
  MINIO_SECRET_KEY: true,
  MINIO_REGION: true,
  MINIO_PATH_STYLE: true,
  MINIO_CREATE_BUCKET: true,
  OBJECT_PREFIX: true,
  OBJECT_STORE_DIR: true,
  OBJECT_BUCKET: true,
});
