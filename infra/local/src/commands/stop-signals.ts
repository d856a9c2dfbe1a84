import { startedByNpm } from '../config.js';

/**
 * One Ctrl-C often comes twice: from the terminal to the whole group, and again from npm, which passes its own on.
 * Signals within this time, in ms, are one.
 */
const SAME_SIGNAL_MS = 1_000;

/** How often to look whether npm is still there, in ms. */
const PARENT_MS = 300;

export interface StopSignals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort; a later one calls `hurry`. The end of the npm that started us counts
 * as one too: a SIGTERM that npm passes on ends the shell between the two, and never gets here.
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
