import { isAbsolute, join } from 'node:path';
import { ConfigError, loadConfig, readSecretFiles } from '@docfolio/process/config';
import { secretNames } from '@docfolio/process/config-fields';
import { launcherConfigSchema, launcherSettings } from './config.schema.js';

export { ConfigError };

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
  /** Whether gateway and services share a Node process (PLACEMENT=together). */
  isTogether: boolean;
  /** This program's environment, with `<NAME>_FILE` secrets read. A child gets only a part (`process-env.ts`). */
  inherited: NodeJS.ProcessEnv;
}

/** Replaces `<NAME>_FILE` of a secret by NAME with the file's content, for the processes. @throws ConfigError */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = secretNames(launcherSettings);
  const result = { ...env };
  const [problem] = readSecretFiles(names, result);
  if (problem) throw new ConfigError(`${problem.join(' ')}.`);
  for (const name of names) delete result[`${name}_FILE`];
  return result;
}

/** Reads the settings of `npm start` (docs/configuration.md). @throws ConfigError for an invalid value */
export function readConfig(root: string, given: NodeJS.ProcessEnv = process.env): LocalConfig {
  const env = withSecretFiles(given);
  const settings = loadConfig(launcherConfigSchema, env);
  return {
    root,
    dataDir: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : join(root, settings.DATA_DIR),
    port: settings.PORT,
    host: settings.HOST,
    siteUrl: settings.SITE_URL?.replace(/\/+$/, '') || undefined,
    seed: settings.SEED,
    rateLimitOff: settings.RATE_LIMIT === 'off',
    logLevel: settings.LOG_LEVEL,
    mongodbUri: settings.MONGODB_URI,
    redisUrl: settings.REDIS_URL,
    minioEndpoint: settings.MINIO_ENDPOINT,
    replicas: settings.REPLICAS,
    isTogether: settings.PLACEMENT === 'together',
    redisFsync: settings.REDIS_APPENDFSYNC,
    inherited: env,
  };
}

export const ownEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Returns whether npm started this process, directly or not. */
export const startedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;
