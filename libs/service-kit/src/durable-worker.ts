import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import { type Processor, Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from './logging.js';
import { observeWorker } from './metrics/worker-metrics.js';
import { cappedBackoff } from './queue.js';
import { lockDuration, stalledInterval, stalledJobsOf, type WatchedWorker } from './stalled-jobs.js';

const options = {
  lockDuration,
  maxStalledCount: 1_000,
  /** `StalledJobs` looks for them, in all queues of a connection together. */
  skipStalledCheck: true,
  stalledInterval,
  /** Seconds of a blocking fetch. New jobs end it. */
  drainDelay: 10,
  /** ms until a worker fetches again after Redis failed. BullMQ's default is 15 s. */
  runRetryDelay: 500,
  settings: { backoffStrategy: cappedBackoff() },
  /** Completed jobs per minute of the last 24 hours, which BullMQ counts in Redis. */
  metrics: { maxDataPoints: 24 * 60 },
  autorun: false,
} satisfies Partial<WorkerOptions>;

/** ms that a worker's jobs get to finish at shutdown. */
const closeLimit = 8_000;
/** The same while Redis is down: results cannot be stored, so the jobs will run again anyway. */
const closeLimitWithoutRedis = 1_000;

export interface DurableWorkerOptions extends Pick<WorkerOptions, 'concurrency' | 'limiter' | 'settings'> {
  /** A connection of `connectRedis(url, 'bullmq')`. All workers of a process share one. */
  connection: Redis;
  logger: Logger;
}

/**
 * Processes a queue's jobs. The jobs of a dead worker run again within 10 s, up to 1,000 times. An idle worker asks Redis
 * no more often than that requires.
 */
export class DurableWorker<Data, Result = void> extends Worker<Data, Result> implements WatchedWorker {
  readonly lockTokens: ReadonlyMap<string, string>;
  private readonly redis: Redis;
  private readonly logger: Logger;

  /** Processes nothing before `start`. */
  constructor(queue: string, process: Processor<Data, Result>, given: DurableWorkerOptions) {
    const { logger, ...own } = given;
    const lockTokens = new Map<string, string>();
    const processLocked: Processor<Data, Result> = async (job, token, signal) => {
      const { id } = job;
      if (id !== undefined && token !== undefined) lockTokens.set(id, token);
      try {
        return await process(job, token, signal);
      } finally {
        if (id !== undefined) lockTokens.delete(id);
      }
    };
    super(queue, processLocked, { ...options, ...own });
    this.lockTokens = lockTokens;
    this.redis = given.connection;
    this.logger = logger;
    observeWorker(this);
    this.on('error', (error) => logger.debug({ queue, err: error }, 'worker'));
  }

  start(): void {
    stalledJobsOf(this.redis, this.logger).watch(this);
    this.run().catch((error: unknown) => this.logger.error({ queue: this.name, err: error }, 'worker ended'));
  }

  /** Lets running jobs finish, within a limit. */
  async stop(): Promise<void> {
    stalledJobsOf(this.redis, this.logger).unwatch(this);
    const limit = this.redis.status === 'ready' ? closeLimit : closeLimitWithoutRedis;
    await withTimeout(this.close(), limit).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
    });
  }
}
