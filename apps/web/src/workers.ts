import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HealthRegistry } from '@docfolio/process/health';
import type { Logger } from 'pino';
import type { Site } from './site.js';

interface WorkersOptions {
  count: number;
  health: HealthRegistry;
  logger: Logger;
}

/** ms for which a worker has to live for its end to be no failure to start. */
const stableAge = 10_000;
/** ms before a worker that did not live that long is replaced: doubled for each in a row. */
const backoff = { first: 500, most: 30_000 };
/** ms for a worker to report its readiness; less than the 2 s of a check. */
const readinessTimeout = 1_500;
/** ms that a worker may take to stop after its drain (libs/process/src/shutdown.ts), and to end. */
const workerStopTimeout = 15_000;
/** Messages to workers, and their replies. */
const [question, stopNow, ready, notReady] = ['readiness', 'stop', 'ready', 'not ready'];

/** Returns the ms that all workers may take to drain and stop. @param drainSeconds of each worker */
export const stopTimeout = (drainSeconds: number) => drainSeconds * 1_000 + workerStopTimeout;

/** Handles the messages of the primary process in a worker. @param stop is called for each request to stop */
export function obeyPrimary(health: HealthRegistry, stop: () => void): void {
  process.on('message', async (message) => {
    if (message === stopNow) stop();
    if (message === question) process.send?.((await health.readiness()).ready ? ready : notReady);
  });
}

/**
 * Starts processes that share PORT and replaces those that end. SIGTERM and SIGINT stop them.
 * While none runs, connections are refused.
 * @returns once the first listens @throws Error if a worker ends before
 */
export async function startWorkers({ count, health, logger }: WorkersOptions): Promise<Site> {
  cluster.setupPrimary(programOfWorkers());
  const workers = new Set<Worker>();
  let isStopping = false;
  let failures = 0;
  const listening = new WeakSet<Worker>();
  let isListening = false;

  const stopAll = () => {
    isStopping = true;
    for (const worker of workers) {
      // One that is still starting serves nobody, and does not handle messages yet.
      if (listening.has(worker)) send(worker, stopNow);
      else worker.process.kill('SIGKILL');
    }
  };
  const start = (listen: (port: number) => void, fail: (error: Error) => void) => {
    const worker = cluster.fork();
    const startedAt = performance.now();
    workers.add(worker);
    worker.once('listening', ({ port }) => {
      isListening = true;
      listening.add(worker);
      listen(port);
    });
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      if (isStopping) return;
      if (!isListening) return fail(new Error(`A worker ended before it listened: ${signal ?? code}`));
      failures = performance.now() - startedAt < stableAge ? failures + 1 : 0;
      const wait = failures === 0 ? 0 : Math.min(backoff.first * 2 ** (failures - 1), backoff.most);
      logger.error({ worker: worker.process.pid, code, signal, retry_ms: wait }, 'web worker ended, starting another');
      void delay(wait).then(() => !isStopping && start(listen, fail));
    });
  };

  const serving = () => [...workers].filter((worker) => listening.has(worker));
  // Any worker can serve all requests.
  health.add('workers', async () => void (await Promise.any(serving().map(assertReady))));
  const port = await new Promise<number>((resolve, reject) => {
    for (let started = 0; started < count; started += 1) start(resolve, reject);
  });
  // A signal before ends this process, and with it the workers.
  process.on('SIGTERM', stopAll);
  process.on('SIGINT', stopAll);
  const stop = async () => {
    const ends = await Promise.all(serving().map((worker) => once(worker, 'exit')));
    const failed = ends.filter(([code]) => code !== 0);
    if (failed.length > 0) throw new Error(`Workers ended with ${failed.map(([code, signal]) => signal ?? code)}`);
  };
  return { port, stop };
}

/** Returns the program of this process for `fork`: infra/bundle/run.cjs, which takes itself out of argv, or main.js. */
function programOfWorkers(): { exec: string; args: string[] } {
  const [, program = '', ...args] = process.argv;
  const runner = process.mainModule?.filename;
  if (runner === undefined || runner === program) return { exec: program, args };
  const root = path.resolve(import.meta.dirname, '../../..');
  return { exec: runner, args: [path.relative(root, program), ...args] };
}

async function assertReady(worker: Worker): Promise<void> {
  const messages = on(worker, 'message', { signal: AbortSignal.timeout(readinessTimeout) });
  send(worker, question);
  for await (const [message] of messages) {
    if (message === ready) return;
    // Others are those of the metrics library.
    if (message === notReady) throw new Error('not ready');
  }
}

/** A worker that has just ended gets no message: its `exit` is handled. */
function send(worker: Worker, message: string): void {
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => undefined);
}
