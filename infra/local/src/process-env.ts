import { join } from 'node:path';
import type { PlatformProcess, ProcessContext } from './processes.js';

/** Where the databases are, as every service is told. */
export interface Connection {
  mongodbUri: string;
  redisUrl: string;
}

/** Settings of this program, and secrets of single processes: not for every child. */
const OWN = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'SEED',
  'HEALTH_PORT',
  'JWT_SECRET',
  'BYTES_SECRET',
  'LINK_SECRET',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
];

/** The environment of a process: what we inherited, what all share, and its own. */
export function processEnv(
  process: PlatformProcess,
  context: ProcessContext,
  connection: Connection,
): NodeJS.ProcessEnv {
  const { config } = context;
  // A variable set to nothing means the same as one that isn't set.
  const inherited = Object.fromEntries(
    Object.entries(config.inherited).filter(([name, value]) => value && !OWN.includes(name)),
  );
  return {
    ...inherited,
    NODE_ENV: context.development || config.rateLimitOff ? 'development' : 'production',
    MONGODB_URI: connection.mongodbUri,
    REDIS_URL: connection.redisUrl,
    LOG_LEVEL: config.logLevel,
    SITE_URL: context.siteUrl,
    // MINIO_* are inherited; without them objects are files.
    ...(config.minioEndpoint ? {} : { OBJECT_STORE_DIR: join(config.dataDir, 'objects') }),
    ...process.env(context),
  };
}
