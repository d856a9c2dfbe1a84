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

/** Where the stores of an installation are that is given by variables, as in containers. */
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

const text = z.string().optional();

/** What the command line of a backup leaves open. */
export const backupSettings = z.object({
  BACKUP_TO: z.string().default('backups'),
  BACKUP_KEEP: text,
  BACKUP_RECIPIENT: text,
  BACKUP_SCHEDULE: z.string().default(''),
});

/** Apart, because not every command that has a passphrase file in its settings may read it. */
export const passphraseSettings = z.object({ BACKUP_PASSPHRASE: text.meta({ secret: true }) });

/** Read for a place `s3://BUCKET/PREFIX` only. */
export const storeSettings = z.object({
  BACKUP_S3_ENDPOINT: text,
  BACKUP_S3_ACCESS_KEY: text.meta({ secret: true }),
  BACKUP_S3_SECRET_KEY: text.meta({ secret: true }),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
});
