import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** A setting with a value that cannot be used; the message is meant for the person who set it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface LocalConfig {
  root: string;
  /** Absolute path of the folder that holds everything this platform keeps. */
  dataDir: string;
  /** Port of the web process, the only public one. 0 takes a free one. */
  port: number;
  /** Address that the web process listens on. */
  host: string;
  /** Where the site is reached from outside, without a trailing slash; undefined: http://localhost:PORT. */
  siteUrl: string | undefined;
  seed: 'demo' | 'none';
  /** RATE_LIMIT=off, confirmed by ALLOW_NO_LIMITS=development. Production refuses it, so all processes run as development. */
  rateLimitOff: boolean;
  logLevel: string;
  mongodbUri: string | undefined;
  redisUrl: string | undefined;
  minioEndpoint: string | undefined;
  /** Redis' appendfsync: `everysec` may lose the last second in a power cut, `always` nothing, at a cost. */
  redisFsync: 'everysec' | 'always';
  /** How many of each process run, behind balancers where there are several. */
  replicas: number;
  /** The environment that this program was given. A child gets only what it reads of it: see `process-env.ts`. */
  inherited: NodeJS.ProcessEnv;
}

/** Secrets that this program itself reads; services read the files of their own. */
const SECRETS = ['MONGODB_URI', 'REDIS_URL', 'JWT_SECRET', 'BYTES_SECRET', 'LINK_SECRET', 'ADMIN_PASSWORD'];

/** Replaces `<NAME>_FILE` by NAME with the content of the file. @throws ConfigError for a file that cannot be read */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new ConfigError(`${name} is set together with ${name}_FILE.`);
    delete result[`${name}_FILE`];
    try {
      result[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new ConfigError(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  return result;
}

function oneOf<T extends string>(env: NodeJS.ProcessEnv, name: string, choices: readonly T[], fallback: T): T {
  const value = env[name];
  if (!value) return fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new ConfigError(`${name}=${value}: expected ${choices.join(' or ')}.`);
  return choice;
}

/** More than anybody tests on one machine. */
const MOST_REPLICAS = 8;

/**
 * Reads a number of replicas, 1 where none is given.
 * @param name of the setting, for the message
 * @throws ConfigError
 */
export function parseReplicas(value: string | undefined, name: string): number {
  const replicas = value ? Number(value) : 1;
  if (Number.isInteger(replicas) && replicas >= 1 && replicas <= MOST_REPLICAS) return replicas;
  throw new ConfigError(`${name}=${value}: expected 1 to ${MOST_REPLICAS}.`);
}

function portNumber(value: string | undefined): number {
  if (!value) return 4200;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`PORT=${value}: expected 0 to 65535.`);
  return port;
}

/** Anybody could flood an installation without limits: they are switched off only by two settings, and never in production. */
function refuseUnconfirmed({ ALLOW_NO_LIMITS, NODE_ENV }: NodeJS.ProcessEnv): void {
  if (NODE_ENV === 'production') throw new ConfigError('RATE_LIMIT=off is refused with NODE_ENV=production.');
  if (ALLOW_NO_LIMITS !== 'development') {
    throw new ConfigError('RATE_LIMIT=off is for load tests: expected ALLOW_NO_LIMITS=development to confirm it.');
  }
}

/**
 * Reads the settings of `npm start` (README.md has the table).
 * @throws ConfigError for a value that cannot be used
 */
export function readConfig(root: string, given: NodeJS.ProcessEnv = process.env): LocalConfig {
  const env = withSecretFiles(given);
  const dataDir = env.DATA_DIR || '.data';
  const rateLimit = env.RATE_LIMIT;
  if (rateLimit && rateLimit !== 'on' && rateLimit !== 'off') {
    throw new ConfigError(`RATE_LIMIT=${rateLimit}: expected on or off.`);
  }
  if (rateLimit === 'off') refuseUnconfirmed(env);
  return {
    root,
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    port: portNumber(env.PORT),
    host: env.HOST || '127.0.0.1',
    siteUrl: env.SITE_URL?.replace(/\/+$/, '') || undefined,
    seed: oneOf(env, 'SEED', ['demo', 'none'], 'none'),
    rateLimitOff: rateLimit === 'off',
    logLevel: env.LOG_LEVEL || 'info',
    mongodbUri: env.MONGODB_URI || undefined,
    redisUrl: env.REDIS_URL || undefined,
    minioEndpoint: env.MINIO_ENDPOINT || undefined,
    replicas: parseReplicas(env.REPLICAS, 'REPLICAS'),
    redisFsync: oneOf(env, 'REDIS_APPENDFSYNC', ['everysec', 'always'], 'everysec'),
    inherited: env,
  };
}

/** The environment of this process, for commands that hand it on unchanged. */
export const ownEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Whether npm runs this as a script, with a shell in between. */
export const startedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;
