import { startedByNpm } from '../config.js';

/** ms in which signals count as one: Ctrl-C can arrive twice, from the terminal and forwarded by npm. */
const sameSignalMs = 1_000;

/** Interval in ms of checking for another parent: a killed npm passes no signal on. */
const parentMs = 300;

export interface StopSignals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  release(): void;
}

/** Turns SIGINT, SIGTERM, SIGHUP and the end of npm into an abort; a signal over a second later calls `hurry`. */
export function onStopSignals(hurry: () => void): StopSignals {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let first = 0;
  const stop = (reason: string) => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(reason);
    } else if (performance.now() - first > sameSignalMs) {
      hurry();
    }
  };
  for (const name of names) process.on(name, stop);

  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('npm ended');
  }, parentMs);
  watch.unref();
  if (!startedByNpm()) clearInterval(watch);

  return {
    signal: controller.signal,
    release: () => {
      clearInterval(watch);
      for (const name of names) process.removeListener(name, stop);
    },
  };
}

/** Resolves when the signal is aborted, immediately if it is. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
