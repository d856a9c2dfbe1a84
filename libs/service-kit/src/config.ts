import { z } from 'zod';

/** The environment lacks a variable or spells one wrongly. The message names each, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What every process of the platform reads; spread it into the schema of a service's own config.ts. */
export const baseConfig = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'not a redis:// URL' }),
  /** Without a database name: each service adds its own. */
  MONGODB_URI: z.url({ protocol: /^mongodb(\+srv)?$/, error: 'not a mongodb:// URL' }),
  HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 takes any free port; the log line `health` names it. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
};

/** The parsed `baseConfig`: what `runService` needs to know of a service's configuration. */
export type BaseConfig = z.output<z.ZodObject<typeof baseConfig>>;

/**
 * Reads the configuration once. Without `env` it reads the process' environment and, where that is wrong, prints which
 * variables and ends the process with code 1. Empty variables count as absent.
 * @throws ConfigError with `env` given
 */
export function loadConfig<Schema extends z.ZodType>(schema: Schema, env?: NodeJS.ProcessEnv): z.output<Schema> {
  try {
    return parse(schema, env ?? process.env);
  } catch (error) {
    if (env || !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return name in present ? `  ${name}: ${issue.message}` : `  ${name}: is missing`;
  });
  throw new ConfigError(`The configuration is wrong:\n${lines.join('\n')}`);
}
