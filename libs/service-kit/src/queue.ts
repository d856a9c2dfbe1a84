import { createHash } from 'node:crypto';
import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';

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
