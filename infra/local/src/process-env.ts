import { join } from 'node:path';
import { STAGES } from './backing/backing-server.js';
import { PROCESS_VARIABLES } from './process-variables.js';
import { type PlatformProcess, PROCESSES, type ProcessContext, type Task } from './processes.js';
import { systemEnv } from './system-env.js';

/** Where the databases are, as every service is told. */
export interface Connection {
  mongodbUri: string;
  redisUrl: string;
  /** For the web process, which faces the internet: a user with fewer permissions, where there is one. */
  webRedisUrl?: string | undefined;
}

/** Listen addresses of private ports: the launcher itself connects to them, on loopback. */
const NOT_INHERITED = ['INTERNAL_HOST', 'BYTES_HOST'];

/** What a program reads of an environment. A variable set to nothing means the same as one that isn't set. */
function readBy(entry: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = PROCESS_VARIABLES[entry] ?? [];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/**
 * The environment of a process: system variables, those that its configuration schema names, and its ports and
 * addresses. Nothing else of the launcher's own environment: a process doesn't get the secrets of another.
 */
export function processEnv(
  process: PlatformProcess,
  context: ProcessContext,
  connection: Connection,
): NodeJS.ProcessEnv {
  const { config } = context;
  const inherited = Object.entries(config.inherited).filter(([name, value]) => value && !NOT_INHERITED.includes(name));
  const settings: NodeJS.ProcessEnv = {
    // A bucket for one machine may be created unless that is forbidden.
    MINIO_CREATE_BUCKET: config.minioEndpoint && 'on',
    ...(config.rateLimitOff && { PUBLIC_MAILS_PER_HOUR: '0' }),
    ...Object.fromEntries(inherited),
    NODE_ENV: context.development || config.rateLimitOff ? 'development' : 'production',
    MONGODB_URI: connection.mongodbUri,
    REDIS_URL: (process.stage === STAGES.web && connection.webRedisUrl) || connection.redisUrl,
    LOG_LEVEL: config.logLevel,
    SITE_URL: context.siteUrl,
    // MINIO_* are inherited; without them objects are files.
    ...(config.minioEndpoint ? {} : { OBJECT_STORE_DIR: join(config.dataDir, 'objects') }),
    // One machine has no load balancer that has to be told first.
    DRAIN_SECONDS: '0',
  };
  return {
    ...systemEnv(config.inherited),
    ...readBy(process.entry, settings),
    INTERNAL_PORT: String(context.portOf(process.name, 'internal')),
    ...(process.ports.includes('bytes') ? { BYTES_PORT: String(context.portOf(process.name, 'bytes')) } : {}),
    ...process.env(context),
  };
}

/**
 * The environment of a task: what it reads of the environment of its process, and of the settings that only tasks have,
 * as ADMIN_PASSWORD.
 */
export function taskEnv({ of, entry }: Task, context: ProcessContext, connection: Connection): NodeJS.ProcessEnv {
  const owner = PROCESSES.find(({ name }) => name === of);
  if (!owner) throw new Error(`${of} is not in the table of processes.`);
  const { inherited } = context.config;
  return {
    ...systemEnv(inherited),
    ...readBy(entry, { ...inherited, ...processEnv(owner, context, connection) }),
  };
}
