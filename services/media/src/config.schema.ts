import { mongodbDatabase, serviceConfig } from '@docfolio/process/config';
import { remotesPublicKeys } from '@docfolio/remote-build/config';
import { bytesConfig } from '@docfolio/service-kit/bytes/bytes-server';
import {
  objectBucket,
  objectStoreConfig,
  requireObjectStore,
} from '@docfolio/service-kit/object-store/object-store.config';
import { z } from 'zod';

const imageStore = { ...objectStoreConfig, OBJECT_BUCKET: objectBucket('blog-images') };

export const configSchema = z
  .object({
    ...serviceConfig,
    MONGODB_DATABASE: mongodbDatabase('docfolio_media'),
    ...bytesConfig,
    ...imageStore,
    SPOOL_DIR: z
      .string()
      .min(1)
      .default('/tmp/docfolio-media')
      .meta({ description: 'Folder for uploads in progress. Replicas may share it.' }),
    PICTURE_PROGRAM: z.string().min(1).optional().meta({
      description:
        'Program that decodes pictures in a process of its own, which is started when it is used. `npm start` sets it with PLACEMENT=together. Without it the service decodes them itself.',
    }),
    REMOTES_PUBLIC_KEYS: remotesPublicKeys,
  })
  .superRefine(requireObjectStore);

export type Config = z.output<typeof configSchema>;

export const quarantineConfigSchema = z.object(imageStore).superRefine(requireObjectStore);
