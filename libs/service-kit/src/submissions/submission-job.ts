import type { ServiceName } from '@docfolio/contracts/core/operation';
import { z } from 'zod';
import { actor, type WireProblem } from '../rpc/envelope.js';

/** ms that a caller waits for the result before it gets `accepted` (202). */
export const resultTimeout = 3_000;

export const submissionData = z.object({
  operation: z.string(),
  input: z.unknown(),
  record_id: z.string(),
  body_hash: z.string(),
  request_id: z.string(),
  actor: actor.nullable(),
  /** Random id of the call that added the job: distinguishes it from a repeat. */
  call: z.string(),
  /** Time of the call in ms since the epoch. */
  submitted_at: z.number(),
  /** Id for the audit trail. Optional, because jobs of an earlier version do not have it. */
  audit_id: z.string().optional(),
  /** Optional for the same reason. */
  traceparent: z.string().optional(),
});
export type SubmissionData = z.output<typeof submissionData>;

/** Result of a processed submission. A refusal (4xx) is one too: a retry would not change it. */
export type SubmissionResult = { result: unknown } | WireProblem;

export type SubmissionDone = { job: string; call: string; body_hash: string } & SubmissionResult;

export function submissionQueue(service: ServiceName): string {
  return `submissions-${service}`;
}

export function submissionChannel(service: ServiceName): string {
  return `submissions-done:${service}`;
}
