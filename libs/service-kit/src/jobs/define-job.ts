import type { z } from 'zod';

export interface JobOptions {
  /** Number of attempts after which the job fails permanently. Default: unlimited. */
  attempts?: number;
  /** ms before the second attempt, doubled for each further one up to `cap`. Default: 500 and 30,000. */
  backoff?: { first: number; cap: number };
  /** Jobs that one process runs concurrently. Default: 1. */
  concurrency?: number;
  /** At most `max` jobs start per `duration` ms, over all processes. */
  limiter?: { max: number; duration: number };
  /** Seconds that a completed job is stored (the last 1,000). Until then its id cannot be added again. Default: 600. */
  keepFor?: number;
  /** Whether it sends emails: the System page of the CRM says so if they wait. */
  sendsMail?: boolean;
  /** Logs runs at level debug instead of info: for jobs that run every few seconds. */
  quiet?: boolean;
}

export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  readonly options: JobOptions;
}

export type JobPayload<J extends JobDefinition> = z.output<J['payload']>;

export interface JobMeta {
  jobId: string;
  attempt: number;
}

/** Declares a job for `JobQueue.add`. Its `@WorksOn` method runs at least once. @param name kebab-case, unique */
export function defineJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  options: JobOptions = {},
): JobDefinition<Payload> {
  return Object.freeze({ name, payload, options });
}
