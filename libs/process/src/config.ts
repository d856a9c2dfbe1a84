import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { secretNames } from './config-fields.js';
import { OperatorError } from './operator-error.js';
import { currentScope } from './scope.js';

/** Thrown for missing or invalid environment variables. The message names each variable, but never a secret's value. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 1, options);
  }
}

/** Exit code of a process with an invalid configuration (EX_CONFIG of sysexits.h). */
export const invalidConfigExitCode = 78;

/** Exit code of a process that refuses data of a newer version (EX_PROTOCOL of sysexits.h). */
export const newerDataExitCode = 76;

const port = z.coerce.number().int().min(0).max(65_535);

/** Variables of every server process. Spread it into the schema of a process's configuration. */
export const commonConfig = {
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .meta({ description: '`production` also refuses settings that are only safe on a developer’s machine.' }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ section: 'Operation', description: 'Least severe log line that is written.' }),
  INTERNAL_HOST: z.string().min(1).default('127.0.0.1').meta({ description: 'Listen address of INTERNAL_PORT.' }),
  INTERNAL_PORT: port.default(0).meta({
    description:
      'Port of `/healthz` (liveness), `/readyz` (readiness) and `/metrics`, for supervisors, orchestrators and monitoring only; 0 takes a free port.',
  }),
  METRICS: z.enum(['on', 'off']).default('off').meta({
    section: 'Monitoring (infra/observability/README.md)',
    description:
      '`on` serves Prometheus metrics as `/metrics` on INTERNAL_PORT. `off` loads and counts nothing: the default of a single machine, whose memory and idle CPU are limited. Compose and Kubernetes set `on`.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'not an http:// or https:// URL' })
    .optional()
    .meta({
      section: 'Monitoring (infra/observability/README.md)',
      description:
        'Address of an OpenTelemetry collector, such as `http://jaeger:4318`, that traces are sent to with OTLP/HTTP. Without it nothing is traced, and no library for it is loaded. Credentials for a hosted service belong into that collector.',
    }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1).meta({
    section: 'Monitoring (infra/observability/README.md)',
    description:
      'Share of traces that are recorded, from 0 to 1, decided where a trace begins. Spans of failed requests are recorded beyond it, up to 20 per second and process.',
  }),
  DOCFOLIO_VERSION: z
    .string()
    .min(1)
    .default('unknown')
    .meta({ description: 'Version of the platform, as `docfolio_build_info` reports it. Set by images and launcher.' }),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional().meta({
    description:
      'Seconds between SIGTERM and the moment the process stops accepting requests. During that time `/readyz` responds 503 while requests are served, so that load balancers stop sending new ones. Default: 5 in production, else 0.',
  }),
};

/** Variables that turn off rate limits. Spread it into a public process's schema, refined by `rateLimitGuard`. */
export const rateLimitConfig = {
  RATE_LIMIT: z.enum(['on', 'off']).default('on').meta({
    description: '`off` is for load tests. Refused in production, and without ALLOW_NO_LIMITS.',
  }),
  ALLOW_NO_LIMITS: z.enum(['development']).optional().meta({
    description: '`development` confirms that RATE_LIMIT=off is meant: anybody could flood this installation.',
  }),
};

/** Limit of both public processes: one serves API requests from its cache, the other all that it does not have. */
export const requestLimit = z.coerce.number().int().min(1).default(3_000).meta({
  section: 'Operation',
  description:
    'API requests per client address and minute, counted per process: N replicas allow up to N times as many. The web process counts those that it serves from its cache, the gateway all others. Stops runaway clients.',
});

export const rateLimitGuard = {
  check: (config: { NODE_ENV: string; RATE_LIMIT: string; ALLOW_NO_LIMITS?: string | undefined }): boolean =>
    config.RATE_LIMIT === 'on' || (config.NODE_ENV !== 'production' && config.ALLOW_NO_LIMITS === 'development'),
  params: {
    path: ['RATE_LIMIT'],
    message: 'off needs ALLOW_NO_LIMITS=development, and is refused with NODE_ENV=production',
  },
};

export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'not a redis:// or rediss:// URL' }).meta({
  description:
    '`redis://user:password@host:port`, `rediss://` with TLS. One primary behind a stable name, version 7 or newer, `appendonly yes`, `maxmemory-policy noeviction`, or the process does not start; Sentinel and Cluster are not supported.',
  secret: true,
});

const mongoUri = /^mongodb(\+srv)?:\/\/([^@/\s]+@)?[^@/,?\s]+(,[^@/,?\s]+)*(\/[^\s]*)?$/;

export const mongodbUri = z.string().regex(mongoUri, 'not a mongodb:// URI').meta({
  description:
    '`mongodb://user:password@host:port,host:port/?replicaSet=rs0`. Credentials, several hosts and TLS options are supported; the database name comes from MONGODB_DATABASE.',
  type: 'MongoDB URI',
  secret: true,
});

const allowUnsafeRedis = z.enum(['development']).optional().meta({
  description:
    '`development` accepts a Redis that may evict keys or stores nothing on disk, and loses accepted messages with them. Without it the process does not start. The System page names it either way.',
});

export const serviceConfig = {
  ...commonConfig,
  REDIS_URL: redisUrl,
  ALLOW_UNSAFE_REDIS: allowUnsafeRedis,
  MONGODB_URI: mongodbUri,
};

export type ServiceConfig = z.output<z.ZodObject<typeof serviceConfig>>;

export const mongodbDatabase = (name: string) =>
  z.string().min(1).default(name).meta({ description: 'Database of this process. No other process reads it.' });

export const signingSecret = (description: string) =>
  z
    .string()
    .min(32, 'needs at least 32 characters')
    .meta({
      description: `${description} At least 32 characters.`,
      secret: true,
      section: 'Secrets: generated if empty',
    });

export const listenPort = (description: string) => port.meta({ description });

export const optionalListenPort = (fallback: number, description: string) =>
  port.default(fallback).meta({ description });

export const listenHost = (description: string) => z.string().min(1).default('127.0.0.1').meta({ description });

export function drainSeconds(config: { NODE_ENV: string; DRAIN_SECONDS?: number | undefined }): number {
  return config.DRAIN_SECONDS ?? (config.NODE_ENV === 'production' ? 5 : 0);
}

/**
 * Returns the configuration parsed from environment variables; empty ones count as absent. A secret may be in a file
 * named by `<NAME>_FILE`, from which one trailing newline is removed.
 * @param env Default: the environment of the process, or of its scope; if that is invalid, the process prints the reasons and exits with 78
 * @throws ConfigError if `env` is given and invalid
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env?: NodeJS.ProcessEnv): z.output<Schema> {
  try {
    return parse(schema, env ?? currentScope()?.env ?? process.env);
  } catch (error) {
    if (env || !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(invalidConfigExitCode);
  }
}

function parse<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const problems = readSecretFiles(secretNames(schema), present);
  const result = schema.safeParse(present);
  if (result.success && problems.size === 0) return result.data;
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join('.');
    if (!problems.has(name))
      problems.set(name, name in present ? issue.message : (customMessage(issue) ?? 'is missing'));
  }
  const lines = [...problems].map(([name, problem]) => `  ${name}: ${problem}`);
  throw new ConfigError(`The configuration is invalid:\n${lines.join('\n')}`);
}

const customMessage = (issue: { code?: string | undefined; message: string }) =>
  issue.code === 'custom' ? issue.message : undefined;

/**
 * Reads the file that `<NAME>_FILE` names into `present[NAME]`, without one trailing newline.
 * @returns what is wrong, by the name of the secret
 */
export function readSecretFiles(
  names: Iterable<string>,
  present: Record<string, string | undefined>,
): Map<string, string> {
  const problems = new Map<string, string>();
  for (const name of names) {
    const path = present[`${name}_FILE`];
    if (!path) continue;
    if (present[name]) {
      problems.set(name, `is set together with ${name}_FILE`);
      continue;
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (value === '') problems.set(name, `${name}_FILE names an empty file`);
      else present[name] = value;
    } catch (error) {
      problems.set(name, `${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
    }
  }
  return problems;
}
