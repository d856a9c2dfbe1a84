/** The batch of specs that runs (jest.run-spec.cjs). */
interface Batch {
  /** Adds something that is awaited when all specs of the batch have ended. */
  atEnd(end: () => Promise<unknown>): void;
}

const runningBatch = (): Batch | undefined =>
  (globalThis as { [batch: symbol]: Batch | undefined })[Symbol.for('docfolio.batch')];

/**
 * Returns a function that starts something, such as a service with its databases, once for all specs that run in the same
 * batch, because a start costs seconds. The `stop` of what it returns does nothing there: the batch stops it at its end.
 * Outside of a batch, where Jest runs a spec alone, each call starts another one and `stop` stops it.
 * @param clear removes what a spec has left, before the next one gets the same thing
 */
export function oncePerBatch<T extends { stop(): Promise<void> }>(
  start: () => Promise<T>,
  clear: (started: T) => Promise<void>,
): () => Promise<T> {
  let running: Promise<T> | undefined;
  return async () => {
    const batch = runningBatch();
    if (!batch) return start();
    if (running) {
      await clear(await running);
    } else {
      running = start();
      batch.atEnd(async () => (await running!).stop());
    }
    return Object.assign(Object.create(await running) as T, { stop: async () => undefined });
  };
}
