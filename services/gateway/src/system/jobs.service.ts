import { ProblemError } from '@docfolio/contracts/core/problem';
import type { JobSummary, jobStates, SystemJob } from '@docfolio/contracts/entities/system';
import { withoutValues } from '@docfolio/process/without-values';
import { durableJob } from '@docfolio/service-kit/queue';
import type { Job, JobType, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type KnownQueue, readKnownQueues } from './known-queues.js';
import { maskedPayload } from './masked-payload.js';
import { readReports } from './process-reports.js';
import { dueAt, type QueueReader } from './queue-reader.js';

type JobState = (typeof jobStates)[number];

const longestList = 100;
/** Delayed jobs that are read at a time. */
const batchSize = 500;
/** ms after which `retryAll` begins no further batch: a call may take 4 s. */
const retryTime = 2_500;

/** BullMQ's states of a job, by those of the contract. */
const typesOf: Record<JobState, JobType[]> = {
  waiting: ['waiting', 'prioritized', 'waiting-children'],
  active: ['active'],
  delayed: ['delayed'],
  failed: ['failed'],
};

interface Found {
  queue: Queue<unknown>;
  known: KnownQueue;
  job: Job;
  state: JobState;
}

/** Lists jobs of all services' queues, and runs or removes those that failed. */
export class JobsService {
  constructor(
    private readonly redis: Redis,
    private readonly reader: QueueReader,
  ) {}

  /** Returns up to 100 jobs, newest first. @throws ProblemError `not_found` for an unknown queue */
  async list(name: string, state: JobState): Promise<JobSummary[]> {
    const { queue } = await this.queue(name);
    const jobs = (await queue.getJobs(typesOf[state], 0, longestList - 1, false)) as (Job | undefined)[];
    return jobs
      .filter((job) => job !== undefined)
      .sort((a, b) => b.timestamp - a.timestamp)
      .slice(0, longestList)
      .map((job) => summaryOf(job, name, state));
  }

  /** Returns a job, personal data masked. @throws ProblemError `not_found`, also for one that is completed */
  async get(name: string, id: string): Promise<SystemJob> {
    const { job, state, known } = await this.find(name, id);
    const { attempts = 1 } = job.opts;
    return {
      ...summaryOf(job, name, state),
      service: known.service,
      attempts: job.attemptsMade,
      attempts_allowed: attempts >= durableJob.attempts ? null : attempts,
      next_at: state === 'delayed' ? new Date(dueAt(job)).toISOString() : null,
      request_id: requestIdOf(job.data),
      payload: maskedPayload(job.data),
      errors: (job.stacktrace ?? []).toReversed().map((trace) => withoutValues(trace.split('\n')[0] ?? '')),
    };
  }

  /** Runs a failed or delayed job now. @throws ProblemError `not_found`; `conflict` in another state */
  async retry(name: string, id: string): Promise<void> {
    const { job, state } = await this.find(name, id);
    if (state !== 'failed' && state !== 'delayed') throw new ProblemError('conflict', { detail: stateTexts[state] });
    await unlessChanged(() => run(job, state));
  }

  /** Removes a failed job. @throws ProblemError `not_found`; `conflict` if it has not failed: it will run */
  async discard(name: string, id: string): Promise<void> {
    const { job, state } = await this.find(name, id);
    if (state !== 'failed') throw new ProblemError('conflict', { detail: stateTexts[state] });
    await unlessChanged(() => job.remove({ removeChildren: false }));
  }

  /** Runs all failed jobs, and delayed ones that failed before, in bounded time. @returns how many */
  async retryAll(name: string): Promise<number> {
    const { queue } = await this.queue(name);
    const end = Date.now() + retryTime;
    let retried = 0;
    for (const state of ['failed', 'delayed'] as const) {
      for (let from = 0, size = batchSize; size === batchSize && Date.now() < end; ) {
        const jobs = (await queue.getJobs([state], from, from + batchSize - 1, true)) as (Job | undefined)[];
        const due = jobs.filter((job) => job !== undefined).filter((job) => state === 'failed' || job.attemptsMade > 0);
        const outcomes = await Promise.allSettled(due.map((job) => run(job, state)));
        const moved = outcomes.filter(({ status }) => status === 'fulfilled').length;
        retried += moved;
        from += jobs.length - moved;
        size = jobs.length;
      }
    }
    return retried;
  }

  private async queue(name: string): Promise<{ queue: Queue<unknown>; known: KnownQueue }> {
    const queues = await readKnownQueues(this.redis, await readReports(this.redis, Date.now()));
    const known = queues.find((queue) => queue.name === name);
    if (!known) throw new ProblemError('not_found');
    return { queue: this.reader.open(known), known };
  }

  private async find(name: string, id: string): Promise<Found> {
    const { queue, known } = await this.queue(name);
    // Before the job is read: the queue has keys of other types, such as `events`, where a job of that id would be.
    const type = await queue.getJobState(id);
    const state = (Object.keys(typesOf) as JobState[]).find((each) => typesOf[each].includes(type as JobType));
    const job = state && ((await queue.getJob(id)) as Job | undefined);
    if (!job || !state) throw new ProblemError('not_found');
    return { queue, known, job, state };
  }
}

const stateTexts: Record<JobState, string> = {
  waiting: 'The job waits for its turn.',
  active: 'The job is running.',
  delayed: 'The job will be tried again.',
  failed: 'The job has failed.',
};

async function run(job: Job, state: 'failed' | 'delayed'): Promise<void> {
  if (state === 'delayed') await job.promote();
  else await job.retry('failed', { resetAttemptsMade: true });
}

/** BullMQ refuses to move a job that has left its state since it was read. @throws ProblemError `conflict` then */
async function unlessChanged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefused =
      error instanceof Error && /^(Missing key|Job .* (is not in|could not be removed))/.test(error.message);
    if (isRefused) throw new ProblemError('conflict', { detail: 'The job has changed since.', cause: error });
    throw error;
  }
}

function summaryOf(job: Job, queue: string, state: JobState): JobSummary {
  const { failedReason, processedOn, finishedOn, timestamp } = job;
  const failedAt = state === 'failed' ? finishedOn : processedOn;
  return {
    queue,
    id: job.id ?? '',
    state,
    created_at: new Date(timestamp).toISOString(),
    error: failedReason ? withoutValues(failedReason) : null,
    failed_at: failedReason && failedAt ? new Date(failedAt).toISOString() : null,
  };
}

function requestIdOf(data: unknown): string | null {
  const { request_id } = (data ?? {}) as { request_id?: unknown };
  return typeof request_id === 'string' ? request_id : null;
}
