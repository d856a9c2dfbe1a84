import { mongodbUri, redisUrl } from '@docfolio/process/config';
import { objectStoreConfig, requireObjectStore } from '@docfolio/service-kit/object-store/object-store.config';
import { z } from 'zod';

const place = (owner: string, fallback: string) =>
  z
    .string()
    .regex(/^[^/]{3,}(\/[A-Za-z0-9_-]+)*$/, 'not BUCKET or BUCKET/PREFIX')
    .default(fallback)
    .meta({ description: `Bucket of ${owner}, and its OBJECT_PREFIX if it has one: BUCKET/PREFIX.` });

const secret = z.string().min(1).optional();

const { OBJECT_PREFIX: _perOwner, ...objectStore } = objectStoreConfig;

/** Configuration of the program that makes and restores backups in containers. `options.ts` reads BACKUP_*. */
export const configSchema = z
  .object({
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    ...objectStore,
    LEADS_BUCKET: place('leads', 'docfolio-leads'),
    MEDIA_BUCKET: place('media', 'blog-images'),
    JWT_SECRET: secret.meta({ description: 'Part of the backup.', secret: true }),
    BYTES_SECRET: secret.meta({ description: 'Part of the backup.', secret: true }),
    LINK_SECRET: secret.meta({ description: 'Part of the backup.', secret: true }),
  })
  .superRefine((config, context) => requireObjectStore({ ...config, OBJECT_PREFIX: '' }, context));

export type Config = z.output<typeof configSchema>;
