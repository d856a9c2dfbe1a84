import { startedByNpm } from '../config.js';

/**
 * ms within which signals count as one. One Ctrl-C often arrives twice: from the terminal, which signals the whole
 * process group, and from npm, which forwards its own signal.
 */
const SAME_SIGNAL_MS = 1_000;

/** Interval in ms at which to check whether npm still runs. */
const PARENT_MS = 300;

export interface StopSignals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort; signals more than a second later call `hurry`. The end of the npm that
 * started this process counts as a signal: npm's SIGTERM ends the shell in between and never arrives here.
 */
export function onStopSignals(hurry: () => void): StopSignals {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let first = 0;
  const stop = (reason: string) => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(reason);
    } else if (performance.now() - first > SAME_SIGNAL_MS) {
      hurry();
    }
  };
  for (const name of names) process.on(name, stop);

  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('npm ended');
  }, PARENT_MS);
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
