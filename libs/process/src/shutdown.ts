import type { HealthRegistry } from './health.js';

/** ms for which `stop` may run before the process exits with code 1. */
const defaultStopTimeout = 14_000;

interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
  flush?(done: () => void): void;
}

export interface ShutdownOptions {
  health: Pick<HealthRegistry, 'stop'>;
  log: Log;
  /** Seconds for which the process still serves requests, but reports not ready, before `stop` is called. */
  drainSeconds: number;
  /** Must stop accepting work, finish the work in flight and close connections. */
  stop(): Promise<void>;
  stopTimeout?: number;
}

/**
 * Shuts the process down on SIGTERM or SIGINT: it turns not ready, serves for another `drainSeconds`, calls `stop` and
 * exits with code 0, or 1 if `stop` fails or takes longer than `stopTimeout` ms. A second signal ends the drain early.
 */
export function shutDownOnSignal(options: ShutdownOptions): void {
  const onSignal = shutdown(options);
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Returns the function that `shutDownOnSignal` calls for each signal. */
export function shutdown(options: ShutdownOptions): (signal: NodeJS.Signals) => void {
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
  return (signal) => {
    if (endDrain) endDrain();
    else void shutDown(signal);
  };
}
