import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from './logging.js';

/**
 * ms between two looks. The first one after a worker's death marks its jobs, the second one takes them if their locks have
 * expired; a look of the dead process shortly before can delay the first one by another interval.
 */
const lookInterval = 2_500;
/** ms in which one replica's look excludes those of others. Shorter than the interval, or a replica could exclude itself. */
export const stalledInterval = 2_000;

/**
 * Gives the jobs of dead workers to living ones, instead of BullMQ's timer per worker: one pipeline asks which queues of a
 * process have active jobs, and BullMQ's script runs for those only (docs/decisions/0031-stalled-jobs.md).
 */
class StalledJobs {
  private readonly workers = new Set<Worker>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** Workers that are added in the same turn share their first look. */
  watch(worker: Worker): void {
    this.workers.add(worker);
    this.timer ??= setTimeout(() => void this.looks(), 0);
  }

  unwatch(worker: Worker): void {
    this.workers.delete(worker);
    if (this.workers.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async looks(): Promise<void> {
    await this.look();
    if (this.workers.size > 0) this.timer = setTimeout(() => void this.looks(), lookInterval);
  }

  /** Never rejects: the next look follows. */
  private async look(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    try {
      const workers = [...this.workers];
      const pipeline = this.redis.pipeline();
      for (const worker of workers) pipeline.llen(worker.toKey('active'));
      const replies = (await pipeline.exec()) ?? [];
      const busy = workers.filter((_, index) => replies[index]?.[1] !== 0);
      await Promise.all(busy.map((worker) => worker.getBackend().moveStalledJobsToWait()));
    } catch (error) {
      this.logger.debug({ err: error }, 'looking for stalled jobs failed');
    }
  }
}

const known = new WeakMap<Redis, StalledJobs>();

/** Returns the object that looks for stalled jobs in the queues of all workers of a connection. */
export function stalledJobsOf(redis: Redis, logger: Logger): StalledJobs {
  const found = known.get(redis) ?? new StalledJobs(redis, logger);
  known.set(redis, found);
  return found;
}
