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

/** ms until the lock of a dead worker's job expires. */
export const lockDuration = 4_000;
/** ms by which a look may be late. Beyond, the event loop was blocked, and locks of this process may have expired. */
const longestDelay = 1_000;

export interface WatchedWorker extends Worker {
  /** Tokens of the locks of the jobs that it processes now, by the id of the job. */
  readonly lockTokens: ReadonlyMap<string, string>;
}

/**
 * Gives the jobs of dead workers to living ones, instead of BullMQ's timer per worker: one pipeline asks which queues of a
 * process have active jobs, and BullMQ's script runs for those only (docs/decisions/0031-stalled-jobs.md).
 */
class StalledJobs {
  private readonly workers = new Set<WatchedWorker>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** Workers that are added in the same turn share their first look. */
  watch(worker: WatchedWorker): void {
    this.workers.add(worker);
    this.timer ??= this.lookIn(0);
  }

  unwatch(worker: WatchedWorker): void {
    this.workers.delete(worker);
    if (this.workers.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private lookIn(ms: number): NodeJS.Timeout {
    const due = performance.now() + ms;
    return setTimeout(() => void this.looks(performance.now() - due > longestDelay), ms);
  }

  private async looks(isLate: boolean): Promise<void> {
    if (isLate) await this.restoreLocks();
    await this.look();
    if (this.workers.size > 0) this.timer = this.lookIn(lookInterval);
  }

  /**
   * Locks the jobs of this process again whose locks have expired while the event loop was blocked: a look would give them
   * to a worker a second time, and BullMQ renews only locks that exist. Never rejects.
   */
  private async restoreLocks(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const pipeline = this.redis.pipeline();
    for (const worker of this.workers) {
      for (const [id, token] of worker.lockTokens) {
        pipeline.set(`${worker.toKey(id)}:lock`, token, 'PX', lockDuration, 'NX');
      }
    }
    await pipeline.exec().catch((error: unknown) => this.logger.debug({ err: error }, 'locks not restored'));
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
