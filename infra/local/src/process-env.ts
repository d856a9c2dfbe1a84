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
  'REPLICAS',
  'INTERNAL_PORT',
  'INTERNAL_HOST',
  'BYTES_PORT',
  'BYTES_HOST',
  'DRAIN_SECONDS',
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
    // MINIO_* are inherited; without them objects are files. A bucket for one machine may be created unless that is forbidden.
    ...(config.minioEndpoint
      ? { MINIO_CREATE_BUCKET: 'on', ...pick(inherited, 'MINIO_CREATE_BUCKET') }
      : { OBJECT_STORE_DIR: join(config.dataDir, 'objects') }),
    // One machine has no load balancer that has to be told first.
    DRAIN_SECONDS: '0',
    INTERNAL_PORT: String(context.portOf(process.name, 'internal')),
    ...(process.ports.includes('bytes') ? { BYTES_PORT: String(context.portOf(process.name, 'bytes')) } : {}),
    ...process.env(context),
  };
}

const pick = (env: NodeJS.ProcessEnv, name: string): NodeJS.ProcessEnv => (env[name] ? { [name]: env[name] } : {});
