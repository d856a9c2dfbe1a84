import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** A setting or option has an invalid value. The message is meant for the user. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export interface LocalConfig {
  root: string;
  dataDir: string;
  /** Public port, on which the web process listens; 0 picks a free one. */
  port: number;
  host: string;
  /** Public URL without a trailing slash; undefined means http://localhost:PORT. */
  siteUrl: string | undefined;
  seed: 'demo' | 'none';
  /** RATE_LIMIT=off with ALLOW_NO_LIMITS=development: all processes then run with NODE_ENV=development. */
  rateLimitOff: boolean;
  logLevel: string;
  mongodbUri: string | undefined;
  redisUrl: string | undefined;
  minioEndpoint: string | undefined;
  /** Redis's appendfsync: a power cut loses up to one second with `everysec`, nothing with the slower `always`. */
  redisFsync: 'everysec' | 'always';
  replicas: number;
  /** This program's environment, with `<NAME>_FILE` secrets read. A child gets only a part (`process-env.ts`). */
  inherited: NodeJS.ProcessEnv;
}

/** Settings that the launcher also accepts as a file (`<NAME>_FILE`); services read the files of their own secrets. */
const secretNames = ['MONGODB_URI', 'REDIS_URL', 'JWT_SECRET', 'BYTES_SECRET', 'LINK_SECRET', 'ADMIN_PASSWORD'];

/** Replaces `<NAME>_FILE` by NAME with the file's content. @throws ConfigError if both are set or it cannot be read */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const name of secretNames) {
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

const maxReplicas = 8;

/** Parses a number of replicas; 1 if missing or empty. @param name for the message @throws ConfigError unless 1 to 8 */
export function parseReplicas(value: string | undefined, name: string): number {
  const replicas = value ? Number(value) : 1;
  if (Number.isInteger(replicas) && replicas >= 1 && replicas <= maxReplicas) return replicas;
  throw new ConfigError(`${name}=${value}: expected 1 to ${maxReplicas}.`);
}

function portNumber(value: string | undefined): number {
  if (!value) return 4200;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`PORT=${value}: expected 0 to 65535.`);
  return port;
}

/** @throws ConfigError for RATE_LIMIT=off in production, and elsewhere without ALLOW_NO_LIMITS=development */
function refuseUnconfirmed({ ALLOW_NO_LIMITS, NODE_ENV }: NodeJS.ProcessEnv): void {
  if (NODE_ENV === 'production') throw new ConfigError('RATE_LIMIT=off is refused with NODE_ENV=production.');
  if (ALLOW_NO_LIMITS !== 'development') {
    throw new ConfigError('RATE_LIMIT=off is for load tests: expected ALLOW_NO_LIMITS=development to confirm it.');
  }
}

/** Reads the settings of `npm start` (docs/configuration.md). @throws ConfigError for an invalid value */
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

export const ownEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Returns whether npm started this process, directly or not. */
export const startedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;
