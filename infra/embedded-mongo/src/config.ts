import { isLogLevel, type LogLevel } from './log.js';

export interface Config {
  /** Loopback port; 0 lets the system choose one. */
  port: number;
  dataDir: string;
  logLevel: LogLevel;
  /** Time between two runs of the TTL deleter, in ms. */
  ttlIntervalMs: number;
}

const wholeNumber = (name: string, value: string, least: number, most: number): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not '${value}'`);
  return number;
};

/** Reads PORT, DATA_DIR, LOG_LEVEL and TTL_INTERVAL_MS. Throws an Error that names the variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  if (!env.DATA_DIR) throw new Error('DATA_DIR must name the folder that holds the data');
  const logLevel = env.LOG_LEVEL ?? 'warn';
  if (!isLogLevel(logLevel)) throw new Error(`LOG_LEVEL must be debug, info, warn, error or silent, not '${logLevel}'`);
  return {
    port: wholeNumber('PORT', env.PORT ?? '0', 0, 65_535),
    dataDir: env.DATA_DIR,
    logLevel,
    // The server's own TTL monitor runs every 60 seconds.
    ttlIntervalMs: wholeNumber('TTL_INTERVAL_MS', env.TTL_INTERVAL_MS ?? '60000', 10, 86_400_000),
  };
}
