import { join } from 'node:path';
import { stages } from './backing/backing-server.js';
import { type PlatformProcess, type ProcessContext, processes, readBy, type Task } from './processes.js';
import { systemEnv } from './system-env.js';
import { findRoot, versionOf } from './workspace.js';

export interface Connection {
  mongodbUri: string;
  redisUrl: string;
  /** Redis URL of the web process, whose user has fewer permissions; undefined: it uses `redisUrl`. */
  webRedisUrl?: string | undefined;
}

/** Not inherited: internal ports and byte ports listen on loopback, where the launcher connects to them. */
const notInherited = ['INTERNAL_HOST', 'BYTES_HOST'];

/**
 * Returns the environment of a process: system variables, those of its configuration schema, its ports and addresses.
 * The launcher's other variables are left out, so that no process gets another's secrets.
 */
export function processEnv(
  process: PlatformProcess,
  context: ProcessContext,
  connection: Connection,
): NodeJS.ProcessEnv {
  const { config } = context;
  const inherited = Object.entries(config.inherited).filter(([name, value]) => value && !notInherited.includes(name));
  const settings: NodeJS.ProcessEnv = {
    // Creating a bucket is allowed on one machine, unless the environment forbids it.
    MINIO_CREATE_BUCKET: config.minioEndpoint && 'on',
    ...(config.rateLimitOff && { PUBLIC_MAILS_PER_HOUR: '0' }),
    // A developer's data need no backup.
    ...(context.development && { BACKUP_ELSEWHERE: 'on' }),
    ...Object.fromEntries(inherited),
    NODE_ENV: context.development || config.rateLimitOff ? 'development' : 'production',
    MONGODB_URI: connection.mongodbUri,
    REDIS_URL: (process.stage === stages.web && connection.webRedisUrl) || connection.redisUrl,
    DOCFOLIO_VERSION: versionOf(findRoot()),
    LOG_LEVEL: config.logLevel,
    SITE_URL: context.siteUrl,
    // Without an S3 store, files are in a folder.
    ...(config.minioEndpoint ? {} : { OBJECT_STORE_DIR: join(config.dataDir, 'objects') }),
    // One machine has no load balancer that must see the process as not ready first.
    DRAIN_SECONDS: '0',
  };
  return {
    ...systemEnv(config.inherited),
    ...readBy(process.variables, settings),
    // glibc retains freed memory per arena, of which it would create up to eight per core.
    MALLOC_ARENA_MAX: '1',
    INTERNAL_PORT: String(context.portOf(process.name, 'internal')),
    ...(process.ports.includes('bytes') ? { BYTES_PORT: String(context.portOf(process.name, 'bytes')) } : {}),
    ...(process.members && { PLACED_PROCESSES: JSON.stringify(memberEnvs(process.members, context, connection)) }),
    ...process.env(context),
  };
}

/** Returns the environment that each of several processes would have alone, by its name. */
function memberEnvs(members: readonly PlatformProcess[], context: ProcessContext, connection: Connection) {
  const inherited = Object.keys(systemEnv(context.config.inherited));
  return Object.fromEntries(
    members.map((member) => {
      const env = Object.entries(processEnv(member, context, connection));
      return [member.name, Object.fromEntries(env.filter(([name]) => !inherited.includes(name)))];
    }),
  );
}

/** Returns a task's environment: what it reads of the variables of its process and the launcher (ADMIN_PASSWORD). */
export function taskEnv({ of, variables }: Task, context: ProcessContext, connection: Connection): NodeJS.ProcessEnv {
  const owner = processes.find(({ name }) => name === of);
  if (!owner) throw new Error(`${of} is not in the table of processes.`);
  const { inherited } = context.config;
  return {
    ...systemEnv(inherited),
    ...readBy(variables, { ...inherited, ...processEnv(owner, context, connection) }),
  };
}
