const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof levels)[number];
const isLogLevel = (value: string): value is LogLevel => (levels as readonly string[]).includes(value);

export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: Record<string, unknown>) => void;

/** Returns a function that writes entries of at least level `threshold` to stderr, one JSON object per line. */
export const createLog =
  (threshold: LogLevel): Log =>
  (level, message, fields = {}) => {
    if (levels.indexOf(level) < levels.indexOf(threshold)) return;
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  };

export interface Config {
  /** TCP port on 127.0.0.1; 0 picks a free one. */
  port: number;
  dataDir: string;
  logLevel: LogLevel;
  ttlIntervalMs: number;
  /** The only user; undefined disables authentication, so that every client has full access. */
  auth: { user: string; password: string } | undefined;
}

function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${name} must be a whole number from ${least} to ${most}, not '${value}'`);
}

function readAuth({ AUTH_USER: user, AUTH_PASSWORD: password }: NodeJS.ProcessEnv): Config['auth'] {
  if (!user && !password) return undefined;
  if (!user || !password) throw new Error('AUTH_USER and AUTH_PASSWORD must be set together');
  // Clients apply SASLprep to the password; it changes other characters.
  if (!/^[\x20-\x7e]+$/.test(password)) throw new Error('AUTH_PASSWORD must be printable ASCII');
  return { user, password };
}

/** Reads the server's environment variables (README.md). @throws Error that names the missing or invalid one */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { DATA_DIR: dataDir, LOG_LEVEL: logLevel = 'warn', PORT = '0', TTL_INTERVAL_MS = '60000' } = env;
  if (!dataDir) throw new Error('DATA_DIR must name the folder that holds the data');
  if (!isLogLevel(logLevel)) throw new Error(`LOG_LEVEL must be debug, info, warn, error or silent, not '${logLevel}'`);
  const ttlIntervalMs = wholeNumber('TTL_INTERVAL_MS', TTL_INTERVAL_MS, 10, 86_400_000);
  return { port: wholeNumber('PORT', PORT, 0, 65_535), dataDir, logLevel, ttlIntervalMs, auth: readAuth(env) };
}
