import type { z } from 'zod';

export interface JobOptions {
  /** Tries until it is given up; without it there is no end. */
  attempts?: number;
  /** Milliseconds before the second try, doubled for each further one up to `cap`; 500 and 30,000 by default. */
  backoff?: { first: number; cap: number };
  /** Jobs that one process works on at a time; 1 by default. */
  concurrency?: number;
  /** At most `max` jobs start in `duration` milliseconds, over all processes; the others wait. */
  limiter?: { max: number; duration: number };
  /** Seconds that a completed job is kept, and its id is not added again; 600 by default. */
  keepFor?: number;
}

export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  readonly options: JobOptions;
}

export type JobPayload<J extends JobDefinition> = z.output<J['payload']>;

export interface JobMeta {
  jobId: string;
  /** From 1. */
  attempt: number;
}

/**
 * Declares work that a process does later, apart from who does it. Work has to be safe to do twice.
 * @param name kebab-case, unique on the platform
 */
export function defineJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  options: JobOptions = {},
): JobDefinition<Payload> {
  return Object.freeze({ name, payload, options });
}
