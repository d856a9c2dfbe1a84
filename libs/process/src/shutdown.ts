import type { HealthRegistry } from './health.js';

/** ms from the end of the drain to the end of the process, even if `stop` hangs. */
const defaultStopTimeout = 14_000;

interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
  flush?(done: () => void): void;
}

export interface ShutdownOptions {
  health: HealthRegistry;
  log: Log;
  /** Seconds to keep serving, not ready, before `stop`. */
  drainSeconds: number;
  /** Stops accepting work, finishes what is in flight and closes connections. */
  stop(): Promise<void>;
  stopTimeout?: number;
}

/**
 * Shuts the process down on SIGTERM or SIGINT: turns not ready, serves for `drainSeconds` more, calls `stop`, exits 0.
 * Exits 1 if `stop` fails or takes longer than `stopTimeout`. A second signal ends the drain early.
 */
export function shutDownOnSignal(options: ShutdownOptions): void {
  const { health, log, drainSeconds, stop, stopTimeout = defaultStopTimeout } = options;
  let endDrain: (() => void) | undefined;
  const shutDown = async (signal: NodeJS.Signals) => {
    log.info({ signal, drain_seconds: drainSeconds }, 'stopping');
    health.stop();
    await new Promise<void>((resolve) => {
      endDrain = resolve;
      setTimeout(resolve, drainSeconds * 1_000);
    });
    const limit = setTimeout(() => {
      log.error({}, 'shutdown timed out');
      process.exit(1);
    }, stopTimeout);
    try {
      await stop();
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
    clearTimeout(limit);
    log.info({}, 'stopped');
    await new Promise<void>((resolve) => (log.flush ? log.flush(resolve) : resolve()));
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (endDrain) endDrain();
    else void shutDown(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
