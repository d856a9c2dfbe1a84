import { parseOrThrow } from '@docfolio/contracts/problem';
import { Inject } from '@nestjs/common';
import type { JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Logger } from '../logging.js';
import { durableJob, jobId, openQueue } from '../queue.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import type { JobDefinition } from './define-job.js';

export interface AddJobOptions {
  /** A job with the same id that is kept is not added again. Any text. */
  id?: string;
  /** Milliseconds. */
  delay?: number;
}

/** Injects the process' JobQueue where only its type is imported. */
export const InjectJobQueue = () => Inject(JobQueue);

export function jobQueueName(job: JobDefinition): string {
  return `jobs-${job.name}`;
}

/** Adds jobs. One per process. */
export class JobQueue {
  private readonly redis: Redis;
  private readonly queues = new Map<string, Queue<unknown>>();

  constructor(options: { redisUrl: string; logger: Logger }) {
    this.redis = connectRedis(options.redisUrl, 'commands', options.logger);
  }

  /** @throws ProblemError when the payload isn't the job's; Error while Redis is away */
  async add<J extends JobDefinition>(
    job: J,
    payload: z.input<J['payload']>,
    { id, delay }: AddJobOptions = {},
  ): Promise<void> {
    parseOrThrow(job.payload, payload);
    await whenReady(this.redis, 2_000);
    await this.queue(job).add(job.name, payload, {
      ...durableJob,
      ...retriesOf(job),
      ...(id !== undefined && { jobId: jobId('j', id) }),
      ...(delay !== undefined && { delay }),
    });
  }

  /**
   * Has a job done again and again, once for all replicas, from now on and across restarts.
   * @param every milliseconds, or a cron pattern in UTC
   */
  async repeat<J extends JobDefinition>(job: J, payload: z.input<J['payload']>, every: number | string): Promise<void> {
    parseOrThrow(job.payload, payload);
    await whenReady(this.redis, 2_000);
    const schedule = typeof every === 'number' ? { every } : { pattern: every, tz: 'UTC' };
    await this.queue(job).upsertJobScheduler(`repeat-${job.name}`, schedule, {
      name: job.name,
      data: payload,
      opts: { ...durableJob, ...retriesOf(job), removeOnComplete: true },
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await closeRedis(this.redis);
  }

  private queue(job: JobDefinition): Queue<unknown> {
    const name = jobQueueName(job);
    let queue = this.queues.get(name);
    if (!queue) {
      queue = openQueue<unknown>(name, this.redis);
      this.queues.set(name, queue);
    }
    return queue;
  }
}

function retriesOf({ options }: JobDefinition): JobsOptions {
  return options.attempts === undefined ? {} : { attempts: options.attempts };
}
