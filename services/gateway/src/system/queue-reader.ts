import type { SystemQueue } from '@docfolio/contracts/entities/system';
import { withoutValues } from '@docfolio/process/without-values';
import { openQueue } from '@docfolio/service-kit/queue';
import { bullName } from '@docfolio/service-kit/system/worked-queue';
import type { Job, Metrics, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { KnownQueue } from './known-queues.js';

/** ms from which the wait of a job is a trouble. */
export const longWait = 5 * 60_000;
/** Delayed jobs that are examined per queue. */
const sampleSize = 100;
/** ms for which the jobs per hour are cached: they change by the minute. */
const historyLifetime = 60_000;
const hours = 24;

/** A queue, with what the troubles need to know of its jobs that failed and wait for their next attempt. */
export interface QueueFacts {
  queue: SystemQueue;
  sendsMail: boolean;
  /** Jobs that failed and will run again. */
  retrying: number;
  /** Since when the oldest of them should be done. */
  retryingSince: string | null;
  lastError: string;
  nextAt: string | null;
}

/** Reads the state of queues from Redis. */
export class QueueReader {
  private readonly queues = new Map<string, Queue<unknown>>();
  private readonly histories = new Map<string, { at: number; perHour: number[] }>();

  constructor(private readonly redis: Redis) {}

  open(queue: Pick<KnownQueue, 'name' | 'kind'>): Queue<unknown> {
    const name = bullName(queue);
    const opened = this.queues.get(name) ?? openQueue<unknown>(name, this.redis);
    this.queues.set(name, opened);
    return opened;
  }

  /** @throws Error if Redis is unavailable */
  async read(known: KnownQueue, now: number): Promise<QueueFacts> {
    const queue = this.open(known);
    const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
    const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
    const [[oldest], sample, perHour] = await Promise.all([
      waiting > 0 ? jobsOf(queue, 'waiting', 1) : [],
      delayed > 0 ? jobsOf(queue, 'delayed', sampleSize) : [],
      this.perHour(queue, now),
    ]);
    const retried = sample.filter(({ attemptsMade }) => attemptsMade > 0);
    const times = [...(oldest ? [dueAt(oldest)] : []), ...sample.map(dueAt).filter((at) => at <= now)];
    const oldestAt = times.length > 0 ? Math.min(...times) : undefined;
    const retryingSince = retried.length > 0 ? Math.min(...retried.map(firstDueAt)) : undefined;
    const last = retried.reduce<Job | undefined>(
      (a, b) => ((a?.processedOn ?? 0) > (b.processedOn ?? 0) ? a : b),
      undefined,
    );
    const isLate = (time: number | undefined) => time !== undefined && now - time > longWait;
    return {
      queue: {
        name: known.name,
        kind: known.kind,
        service: known.service,
        waiting: waiting + prioritized,
        active,
        delayed,
        failed,
        oldest_at: isoOf(oldestAt),
        per_hour: perHour,
        in_trouble: isLate(oldestAt) || retried.some((job) => job.attemptsMade > 1 || isLate(firstDueAt(job))),
      },
      sendsMail: known.sends_mail,
      // Of many delayed jobs only the first are examined.
      retrying: retried.length + (sample.length === retried.length ? delayed - sample.length : 0),
      retryingSince: isoOf(retryingSince),
      lastError: withoutValues(last?.failedReason ?? ''),
      nextAt: isoOf(retried.length > 0 ? Math.min(...retried.map(dueAt)) : undefined),
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private async perHour(queue: Queue<unknown>, now: number): Promise<number[]> {
    const cached = this.histories.get(queue.name);
    if (cached && now - cached.at < historyLifetime) return cached.perHour;
    const perHour = completedPerHour(await queue.getMetrics('completed'), now);
    this.histories.set(queue.name, { at: now, perHour });
    return perHour;
  }
}

/** Returns the first jobs in a state, those that are due first. Jobs that end in the meantime are left out. */
async function jobsOf(queue: Queue<unknown>, state: 'waiting' | 'delayed', count: number): Promise<Job[]> {
  const jobs = (await queue.getJobs([state], 0, count - 1, true)) as (Job | undefined)[];
  return jobs.filter((job) => job !== undefined);
}

/** Returns when a job may run: after its delay, or that since its last attempt. */
export function dueAt({ timestamp, delay, processedOn, attemptsMade }: Job): number {
  return (attemptsMade > 0 && processedOn ? processedOn : timestamp) + delay;
}

/** Returns when a job should have run first. */
function firstDueAt({ timestamp, opts }: Job): number {
  return timestamp + (opts.delay ?? 0);
}

/**
 * Returns the completed jobs of the last 24 hours, per hour, the current one last. BullMQ counts them per minute: `data`
 * begins with the minute before the one of `prevTS`, whose own jobs are the difference of the totals.
 */
export function completedPerHour({ meta, data }: Pick<Metrics, 'meta' | 'data'>, now: number): number[] {
  const perHour = Array<number>(hours).fill(0);
  const minuteOf = (time: number) => Math.floor(time / 60_000);
  const add = (minute: number, count: number) => {
    const hour = hours - 1 - Math.floor((minuteOf(now) - minute) / 60);
    if (hour >= 0 && hour < hours) perHour[hour]! += count;
  };
  if (meta.prevTS === 0) return perHour;
  const last = minuteOf(meta.prevTS);
  add(last, Math.max(0, meta.count - meta.prevCount));
  for (const [index, count] of data.entries()) add(last - 1 - index, count);
  return perHour;
}

const isoOf = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
