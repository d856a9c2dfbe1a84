/**
 * One Ctrl-C often comes twice: from the terminal to the whole group, and again from npm, which passes its own on.
 * Signals within this time, in ms, are one.
 */
const SAME_SIGNAL_MS = 1_000;

export interface StopSignals {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/** Turns SIGINT, SIGTERM and SIGHUP into an abort; a later one calls `hurry`. */
export function onStopSignals(hurry: () => void): StopSignals {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let first = 0;
  const listener = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(name);
    } else if (performance.now() - first > SAME_SIGNAL_MS) {
      hurry();
    }
  };
  for (const name of names) process.on(name, listener);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.removeListener(name, listener);
    },
  };
}

/** Resolves when the signal is aborted, at once if it is. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
