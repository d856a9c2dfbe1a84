import { startServer, type TestServer } from './server';

/** The batch of specs that runs (jest.run-spec.cjs). */
interface Batch {
  /** Adds something that is awaited when all specs of the batch have ended. */
  atEnd(end: () => Promise<unknown>): void;
}

let running: Promise<TestServer> | undefined;

/**
 * Starts a server, once for all specs of a batch, which each use databases of their own; `stop` then does nothing. Outside
 * of a batch each call starts another server. A spec that ends or damages a server starts its own.
 */
export async function sharedServer(): Promise<TestServer> {
  // As oncePerBatch of libs/service-kit, which this package does not import.
  const batch = (globalThis as { [batch: symbol]: Batch | undefined })[Symbol.for('docfolio.batch')];
  if (!batch) return startServer();
  if (!running) {
    running = startServer();
    batch.atEnd(async () => (await running!).stop());
  }
  return { ...(await running), stop: async () => undefined };
}
