import type { ServiceName } from '@docfolio/contracts/operation';
import type { Problem } from '@docfolio/contracts/problem';
import { ProblemError } from '@docfolio/contracts/problem';
import { z } from 'zod';

/**
 * Milliseconds that a call may take unless the caller says less: clients are promised a response within 5 s, of which
 * the gateway and the web process need a part.
 */
export const defaultDeadline = 4_000;
/** Requests that may wait for one service; more are refused at once (with the cap 1,731 were answered, without 641). */
export const defaultDepthLimit = 1_000;

export const actor = z.object({ user_id: z.string(), email: z.string() });

/** A request on its way to a service. */
export const requestEnvelope = z.object({
  id: z.string(),
  /** `operationKey` of the operation. */
  pattern: z.string(),
  payload: z.unknown(),
  /** Milliseconds since the epoch. */
  deadline: z.number(),
  request_id: z.string(),
  actor: actor.nullable(),
  record_id: z.string(),
  body_hash: z.string(),
  /** Channel that the caller listens on. */
  reply: z.string(),
});
export type RequestEnvelope = z.output<typeof requestEnvelope>;

/** A problem between two processes: the body of the answer and what its headers need. */
export interface WireProblem {
  problem: Problem;
  retry_after?: number | undefined;
}

export type ReplyEnvelope = { id: string } & ({ result: unknown } | WireProblem);

export function toWire(error: ProblemError, requestId: string): WireProblem {
  return {
    problem: error.toProblem(requestId),
    ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
  };
}

export function fromWire(wire: WireProblem): ProblemError {
  return ProblemError.from(wire.problem, wire.retry_after);
}

/** The list that requests to a service wait in. */
export function requestList(service: ServiceName): string {
  return `rpc:${service}`;
}

export function replyChannel(callerId: string): string {
  return `rpc-reply:${callerId}`;
}
