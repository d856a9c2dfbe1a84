import { drainSeconds, loadConfig } from '@docfolio/process/config';
import type { ProcessDefinition, Tier } from '@docfolio/process/definition';
import type { HealthRegistry } from '@docfolio/process/health';
import type { z } from 'zod';
import { createLogger, type Logger } from './logging.js';

export interface RunningProcess {
  health: HealthRegistry;
  /** Fields of its log line `ready`. */
  ready: object;
  /** Stops accepting work, finishes the work in flight and closes connections. */
  stop(): Promise<void>;
}

/** A process with its settings, not started yet. */
export interface ConfiguredProcess {
  logger: Logger;
  /** Seconds between SIGTERM and its stop. */
  drainSeconds: number;
  /** @throws Error if it cannot start */
  start(): Promise<RunningProcess>;
}

/** A process of the platform that can share a Node process with others (decision 0037). */
export interface PlacedProcess {
  name: string;
  tier: Tier;
  /** @throws ConfigError if the settings in `env` are invalid */
  configure(env: NodeJS.ProcessEnv): ConfiguredProcess;
}

interface CommonSettings {
  LOG_LEVEL: string;
  NODE_ENV: string;
  DRAIN_SECONDS?: number | undefined;
}

/** Returns what starts a declared process without handling signals or exiting the Node process. */
export function placed<Config extends z.ZodObject>(
  { name, tier, config: schema }: ProcessDefinition<Config>,
  start: (config: z.output<Config>, logger: Logger) => Promise<RunningProcess>,
): PlacedProcess {
  return {
    name,
    tier,
    configure: (env) => {
      const config = loadConfig(schema, env);
      const settings = config as unknown as CommonSettings;
      const logger = createLogger(name, settings.LOG_LEVEL);
      return { logger, drainSeconds: drainSeconds(settings), start: () => start(config, logger) };
    },
  };
}
