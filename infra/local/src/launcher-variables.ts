export interface LauncherVariable {
  name: string;
  defaultValue: string;
  description: string;
}

/** Variables that `npm start` and `npm run dev` read; `npm run docs` writes their table in docs/configuration.md. */
export const launcherVariables: readonly LauncherVariable[] = [
  { name: 'PORT', defaultValue: '4200', description: 'Public port. Everything else takes free loopback ports.' },
  { name: 'HOST', defaultValue: '127.0.0.1', description: 'Listen address of the public port.' },
  { name: 'DATA_DIR', defaultValue: '.data', description: 'Folder of everything the platform stores.' },
  { name: 'SEED', defaultValue: 'none', description: '`demo` inserts made-up articles, people and projects.' },
  {
    name: 'ADMIN_EMAIL',
    defaultValue: 'owner@example.com',
    description: 'Email of the first admin.',
  },
  {
    name: 'ADMIN_PASSWORD',
    defaultValue: 'generated, shown once',
    description: 'Password of the first admin.',
  },
  { name: 'REPLICAS', defaultValue: '1', description: 'Replicas of each process, 1 to 8, for tests.' },
  {
    name: 'SITE_URL',
    defaultValue: 'http://localhost:PORT',
    description: 'Public address of the site: links in emails, pages and feeds begin with it.',
  },
  {
    name: 'MONGODB_URI',
    defaultValue: 'started here',
    description:
      'MongoDB to use. Without it the kind of server that wrote DATA_DIR; at first a `mongod` on PATH, or else the embedded server.',
  },
  {
    name: 'REDIS_URL',
    defaultValue: 'started here',
    description: 'Redis 7 or newer to use, with `appendonly yes` and `maxmemory-policy noeviction`.',
  },
  {
    name: 'REDIS_APPENDFSYNC',
    defaultValue: 'everysec',
    description:
      'Of the Redis started here. `everysec`: a power cut can lose the last second of accepted submissions, a killed Redis nothing. `always` closes that gap and costs a disk sync per write.',
  },
  {
    name: 'MINIO_ENDPOINT',
    defaultValue: 'files below DATA_DIR',
    description: 'S3-compatible store for files, with the other MINIO_ variables below. Missing buckets are created.',
  },
  {
    name: 'JWT_SECRET, BYTES_SECRET, LINK_SECRET',
    defaultValue: 'generated, stored in DATA_DIR',
    description: 'Signing secrets, at least 32 characters each.',
  },
  {
    name: 'REMOTES_PUBLIC_KEYS',
    defaultValue: 'generated, stored in DATA_DIR',
    description:
      'Public keys of further machines that may publish builds of remotes, comma-separated. The generated key stays valid.',
  },
  {
    name: 'RATE_LIMIT',
    defaultValue: 'on',
    description:
      '`off` for load tests, confirmed by ALLOW_NO_LIMITS=development. All processes then run with NODE_ENV=development.',
  },
  { name: 'LOG_LEVEL', defaultValue: 'info', description: 'Of all processes. Logs are in `DATA_DIR/logs`.' },
  {
    name: 'BACKUP_SCHEDULE',
    defaultValue: 'no schedule',
    description:
      'When `npm start` makes a backup, as a cron pattern in UTC, such as `15 3 * * *`. Needs BACKUP_RECIPIENT. `npm run backup -- --help` explains it and BACKUP_TO, BACKUP_KEEP and BACKUP_S3_*.',
  },
];
