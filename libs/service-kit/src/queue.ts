import { createHash } from 'node:crypto';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import { type JobsOptions, Queue, type Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';

/**
 * Worker options. The jobs of a dead worker run again within 10 s, up to 1,000 times: its locks expire after 4 s, and the
 * second check after its death takes them. An idle worker asks Redis no more often than that requires.
 */
export const durableWorker = {
  lockDuration: 4_000,
  stalledInterval: 4_500,
  maxStalledCount: 1_000,
  /** Seconds of a blocking fetch. New jobs end it. */
  drainDelay: 10,
  /** ms until a worker fetches again after Redis failed. BullMQ's default is 15 s. */
  runRetryDelay: 500,
  settings: { backoffStrategy: cappedBackoff() },
  /** Completed jobs per minute of the last 24 hours, which BullMQ counts in Redis. */
  metrics: { maxDataPoints: 24 * 60 },
} satisfies Partial<WorkerOptions>;

/** Completed jobs that a queue stores: age in seconds and number. The id of a stored job cannot be added again. */
export const completedRetention = { age: 600, count: 1_000 };

/** Entries in a queue's event stream, which BullMQ writes and the platform does not read. Its default is 10,000. */
const maxQueueEvents = 100;

/** Job options: retries without end, because a job fails while a server is down or until a bug is fixed. */
export const durableJob = {
  attempts: 2 ** 31 - 1,
  backoff: { type: 'capped' },
  removeOnComplete: completedRetention,
  removeOnFail: false,
  // Stack traces stored per job.
  stackTraceLimit: 1,
} satisfies JobsOptions;

/** Returns the ms before each retry: `first`, doubled up to `cap`, minus up to a fifth at random. */
export function cappedBackoff({ first, cap } = { first: 500, cap: 30_000 }): (attemptsMade: number) => number {
  return (attemptsMade) => {
    const delay = Math.min(first * 2 ** (Math.min(attemptsMade, 40) - 1), cap);
    return Math.round(delay * (0.8 + Math.random() * 0.2));
  };
}

/** Returns a job id that BullMQ accepts (no `:`, not all digits) for any text. */
export function jobId(prefix: string, ...parts: string[]): string {
  return `${prefix}_${createHash('sha256').update(parts.join('\n')).digest('hex')}`;
}

export function openQueue<Data>(name: string, redis: Redis): Queue<Data> {
  const queue = new Queue<Data>(name, {
    connection: redis,
    skipVersionCheck: true,
    streams: { events: { maxLen: maxQueueEvents } },
  });
  // The connection logs its errors; without a listener they would end the process.
  queue.on('error', () => undefined);
  return queue;
}

/** ms that a worker's jobs get to finish at shutdown. */
const closeLimit = 8_000;
/** The same while Redis is down: results cannot be stored, so the jobs will run again anyway. */
const closeLimitWithoutRedis = 1_000;

export async function closeWorker(worker: Worker, connection: Redis): Promise<void> {
  const limit = connection.status === 'ready' ? closeLimit : closeLimitWithoutRedis;
  await withTimeout(worker.close(), limit).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
  });
}
