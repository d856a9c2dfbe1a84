import type { ServiceName } from '@docfolio/contracts/operation';
import { z } from 'zod';
import { actor, type WireProblem } from '../rpc/envelope.js';

/** Milliseconds that the caller of a submission waits before it is told `accepted` (202). */
export const resultTimeout = 3_000;

export const submissionData = z.object({
  operation: z.string(),
  /** Raw, as the caller sent it. */
  input: z.unknown(),
  record_id: z.string(),
  body_hash: z.string(),
  request_id: z.string(),
  actor: actor.nullable(),
  /** Tells the caller that added the job from one that repeats it. */
  call: z.string(),
  /** Milliseconds since the epoch. */
  submitted_at: z.number(),
});
export type SubmissionData = z.output<typeof submissionData>;

/** What a job returns. A refusal (4xx) is a result: trying again would not change it. */
export type SubmissionResult = { result: unknown } | WireProblem;

/** What everybody who waits for a job hears when it has finished. */
export type SubmissionDone = { job: string; call: string; body_hash: string } & SubmissionResult;

export function submissionQueue(service: ServiceName): string {
  return `submissions-${service}`;
}

export function submissionChannel(service: ServiceName): string {
  return `submissions-done:${service}`;
}
