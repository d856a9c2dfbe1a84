import { createHash } from 'node:crypto';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import { type JobsOptions, Queue, type Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';

/**
 * How a worker holds its jobs: a worker that dies loses them to another within `lockDuration` + `stalledInterval`, as
 * often as it takes. With BullMQ's defaults a killed worker's job ran again after 61 s and a second kill failed it for
 * good (measured).
 */
export const durableWorker = {
  lockDuration: 4_000,
  stalledInterval: 2_000,
  maxStalledCount: 1_000,
  drainDelay: 2,
  /** Milliseconds after a failed fetch, 15 s by default: a server that is back is used at once. */
  runRetryDelay: 500,
  settings: { backoffStrategy: cappedBackoff() },
} satisfies Partial<WorkerOptions>;

/**
 * Completed jobs that a queue keeps, by age (seconds) and number. They only save work: a retry of the same id is answered
 * from a job that is kept, and from the database once it has been removed. Redis holds all of them in memory.
 */
export const completedKept = { age: 600, count: 1_000 };

/** Entries of the event stream of a queue, which nobody reads; BullMQ's default is 10,000 per queue. */
const queueEventsKept = 100;

/** A job that is tried until it succeeds: what fails it is a server that is away or a bug that a new version mends. */
export const durableJob = {
  attempts: 2 ** 31 - 1,
  backoff: { type: 'capped' },
  removeOnComplete: completedKept,
  removeOnFail: false,
  // Each failed attempt adds one; by default all of them are stored.
  stackTraceLimit: 1,
} satisfies JobsOptions;

/**
 * Milliseconds before the next try: `first`, doubled each time up to `cap` (by default 0.5 s, 1 s, 2 s, ... 30 s, so
 * that what waited for a server is done soon after it is back), less up to a fifth so that many don't come at once.
 */
export function cappedBackoff({ first, cap } = { first: 500, cap: 30_000 }): (attemptsMade: number) => number {
  return (attemptsMade) => {
    const delay = Math.min(first * 2 ** (Math.min(attemptsMade, 40) - 1), cap);
    return Math.round(delay * (0.8 + Math.random() * 0.2));
  };
}

/** A job id that BullMQ accepts (no `:`, not all digits) from any text. */
export function jobId(prefix: string, ...parts: string[]): string {
  return `${prefix}_${createHash('sha256').update(parts.join('\n')).digest('hex')}`;
}

/** A queue to add to. `redis` is a `commands` connection: adding fails soon while the server is away. */
export function openQueue<Data>(name: string, redis: Redis): Queue<Data> {
  const queue = new Queue<Data>(name, {
    connection: redis,
    skipVersionCheck: true,
    streams: { events: { maxLen: queueEventsKept } },
  });
  // The connection logs its own errors; without a listener they would end the process.
  queue.on('error', () => undefined);
  return queue;
}

/** Milliseconds that a worker may take to finish its jobs. */
const closeLimit = 8_000;
/** Milliseconds that it gets while Redis is away: what it finishes cannot be recorded, so those jobs run again. */
const closeLimitAway = 1_000;

/** Lets a worker finish what it has begun, within the time that a process has to stop. */
export async function closeWorker(worker: Worker, connection: Redis): Promise<void> {
  const limit = connection.status === 'ready' ? closeLimit : closeLimitAway;
  await withTimeout(worker.close(), limit).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
  });
}
