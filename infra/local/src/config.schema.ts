import { z } from 'zod';

/** Largest number of replicas of each process. */
export const maxReplicas = 8;

const signingSecret = (signs: string) =>
  z
    .string()
    .optional()
    .meta({
      description: `Signs ${signs}. At least 32 characters.`,
      without: 'generated, stored in DATA_DIR',
      secret: true,
    });

/**
 * Settings that `npm start` and `npm run dev` read themselves; the processes check those that they are given. `npm run docs`
 * writes their table in docs/configuration.md, where `without` says what holds without an optional one.
 */
export const launcherSettings = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4200)
    .meta({ description: 'Public port. Everything else takes free loopback ports.' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Listen address of the public port.' }),
  DATA_DIR: z.string().default('.data').meta({ description: 'Folder of everything the platform stores.' }),
  SEED: z
    .enum(['none', 'demo'])
    .default('none')
    .meta({ description: '`demo` inserts made-up articles, people and projects.' }),
  ADMIN_EMAIL: z.string().optional().meta({ description: 'Email of the first admin.', without: 'owner@example.com' }),
  ADMIN_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password of the first admin.', without: 'generated, shown once', secret: true }),
  REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxReplicas)
    .default(1)
    .meta({ description: 'Replicas of each process, 1 to 8, for tests.' }),
  PLACEMENT: z.enum(['apart', 'together']).default('apart').meta({
    description:
      '`together` runs gateway and services in one Node process, which saves memory; `apart` gives each its own. `npm run dev` runs them apart.',
  }),
  SITE_URL: z.string().optional().meta({
    description: 'Public address of the site: links in emails, pages and feeds begin with it.',
    without: 'http://localhost:PORT',
  }),
  MONGODB_URI: z.string().optional().meta({
    description:
      'MongoDB to use. Without it the kind of server that wrote DATA_DIR; at first a `mongod` on PATH, or else the embedded server.',
    without: 'started here',
    secret: true,
  }),
  REDIS_URL: z.string().optional().meta({
    description:
      'Redis 7 or newer to use, with `appendonly yes` and `maxmemory-policy noeviction`. One that stores nothing on disk, or evicts, is refused.',
    without: 'started here',
    secret: true,
  }),
  ALLOW_UNSAFE_REDIS: z.string().optional().meta({
    description: '`development` accepts a Redis by REDIS_URL that may evict keys or stores nothing on disk.',
    without: 'refused',
  }),
  REDIS_APPENDFSYNC: z.enum(['everysec', 'always']).default('everysec').meta({
    description:
      'Of the Redis started here. `everysec`: a power cut can lose the last second of accepted submissions, a killed Redis nothing. `always` closes that gap and costs a disk sync per write.',
  }),
  MINIO_ENDPOINT: z.string().optional().meta({
    description: 'S3-compatible store for files, with the other MINIO_ variables below. Missing buckets are created.',
    without: 'files below DATA_DIR',
  }),
  JWT_SECRET: signingSecret('access tokens'),
  BYTES_SECRET: signingSecret('file transfers between processes'),
  LINK_SECRET: signingSecret('links in emails to subscribers'),
  REMOTES_PUBLIC_KEYS: z.string().optional().meta({
    description:
      'Public keys of further machines that may publish builds of remotes, comma-separated: `<remote>=<key>`, or `*=<key>` for all but the CRM and operations. The generated key stays valid, for every remote.',
    without: 'generated, stored in DATA_DIR',
  }),
  RATE_LIMIT: z.enum(['on', 'off']).default('on').meta({
    description:
      '`off` for load tests, confirmed by ALLOW_NO_LIMITS=development. All processes then run with NODE_ENV=development.',
  }),
  LOG_LEVEL: z.string().default('info').meta({ description: 'Of all processes. Logs are in `DATA_DIR/logs`.' }),
  BACKUP_SCHEDULE: z.string().optional().meta({
    description:
      'When `npm start` makes a backup: a day after the last one, or a cron pattern in UTC, such as `15 3 * * *`, or `off`. Without BACKUP_TO, backups are beside the data (`DATA_DIR-backups`), and the last seven are kept. A pattern with BACKUP_TO needs BACKUP_RECIPIENT or BACKUP_PASSPHRASE. `npm run docfolio -- backup --help` explains these, BACKUP_KEEP and BACKUP_S3_*.',
    without: 'daily',
  }),
});

/** The same with what confirms RATE_LIMIT=off. */
export const launcherConfigSchema = launcherSettings
  .extend({ NODE_ENV: z.string().optional(), ALLOW_NO_LIMITS: z.string().optional() })
  .superRefine(({ RATE_LIMIT, NODE_ENV, ALLOW_NO_LIMITS }, context) => {
    if (RATE_LIMIT !== 'off') return;
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['RATE_LIMIT'], message });
    if (NODE_ENV === 'production') refuse('off is refused with NODE_ENV=production');
    else if (ALLOW_NO_LIMITS !== 'development')
      refuse('off is for load tests: expected ALLOW_NO_LIMITS=development to confirm it');
  });
