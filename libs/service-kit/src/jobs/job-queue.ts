import { parseOrThrow } from '@docfolio/contracts/core/problem';
import { activeTraceparent } from '@docfolio/process/tracing/tracer';
import { Inject } from '@nestjs/common';
import { FlowProducer, type JobsOptions, type Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Logger } from '../logging.js';
import { completedRetention, durableJob, jobId, openQueue } from '../queue.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import { bullName } from '../system/worked-queue.js';
import type { JobDefinition } from './define-job.js';

export interface AddJobOptions {
  /** Id of the job, any text. If a job with this id is still stored, none is added. Default: a new id. */
  id?: string;
  /** ms before the job may start. Default: 0. */
  delay?: number;
}

export interface FlowJob<J extends JobDefinition> {
  job: J;
  payload: z.input<J['payload']>;
  id: string;
}

export const InjectJobQueue = () => Inject(JobQueue);

/** Failed jobs that a queue stores, for inspection: age in seconds and number. */
const failedRetention = { age: 24 * 60 * 60, count: 100 };

export function jobQueueName(job: JobDefinition): string {
  return bullName({ name: job.name, kind: 'job' });
}

export class JobQueue {
  private readonly redis: Redis;
  private readonly queues = new Map<string, Queue<unknown>>();
  private flows: FlowProducer | undefined;

  constructor(options: { redisUrl: string; logger: Logger }) {
    this.redis = connectRedis(options.redisUrl, 'commands', options.logger);
  }

  /** Queues a job. @throws ProblemError if the payload does not match the job; Error if Redis is unavailable */
  async add<J extends JobDefinition>(
    job: J,
    payload: z.input<J['payload']>,
    { id, delay }: AddJobOptions = {},
  ): Promise<void> {
    parseOrThrow(job.payload, payload);
    await whenReady(this.redis, 2_000);
    await this.queue(job).add(job.name, payload, {
      ...optionsOf(job),
      ...originOf(),
      ...(id !== undefined && { jobId: jobId('j', id) }),
      ...(delay !== undefined && { delay }),
    });
  }

  /** Atomically queues the jobs `each`, and `last`, which runs after all of them have succeeded. @throws as `add` */
  async addFlow<Last extends JobDefinition, Each extends JobDefinition>(
    last: FlowJob<Last>,
    each: readonly FlowJob<Each>[],
  ): Promise<void> {
    await whenReady(this.redis, 2_000);
    this.flows ??= openFlows(this.redis);
    // Opening a queue sets its options in Redis; the flow producer would set its own defaults.
    for (const { job } of [last, ...each]) this.queue(job);
    await this.flows.add({ ...nodeOf(last), children: each.map(nodeOf) });
  }

  /** Schedules a recurring job, or changes its only schedule. @param every interval in ms, or a cron pattern in UTC */
  async repeat<J extends JobDefinition>(job: J, payload: z.input<J['payload']>, every: number | string): Promise<void> {
    parseOrThrow(job.payload, payload);
    await whenReady(this.redis, 2_000);
    const schedule = typeof every === 'number' ? { every } : { pattern: every, tz: 'UTC' };
    await this.queue(job).upsertJobScheduler(`repeat-${job.name}`, schedule, {
      name: job.name,
      data: payload,
      opts: { ...optionsOf(job), removeOnComplete: true, removeOnFail: true },
    });
    // Earlier versions stored failed runs; now the next run simply does the work.
    await this.queue(job).clean(0, 0, 'failed');
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await this.flows?.close();
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

function openFlows(redis: Redis): FlowProducer {
  const flows = new FlowProducer({ connection: redis, skipVersionCheck: true });
  // The connection logs its errors; without a listener they would end the process.
  flows.on('error', () => undefined);
  return flows;
}

function nodeOf<J extends JobDefinition>({ job, payload, id }: FlowJob<J>) {
  parseOrThrow(job.payload, payload);
  return {
    name: job.name,
    queueName: jobQueueName(job),
    data: payload,
    opts: { ...optionsOf(job), ...originOf(), jobId: jobId('j', id) },
  };
}

/** Returns the option with the trace in which a job is added: payloads are strict, and options are not. */
function originOf(): Pick<JobsOptions, 'telemetry'> {
  const metadata = activeTraceparent();
  return metadata === undefined ? {} : { telemetry: { metadata } };
}

function optionsOf({ options: { attempts, keepFor } }: JobDefinition): JobsOptions {
  return {
    ...durableJob,
    ...(attempts !== undefined && { attempts, removeOnFail: failedRetention }),
    ...(keepFor !== undefined && { removeOnComplete: { ...completedRetention, age: keepFor } }),
  };
}
