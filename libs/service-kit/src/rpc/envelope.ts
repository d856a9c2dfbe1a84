import type { ServiceName } from '@docfolio/contracts/core/operation';
import type { Problem } from '@docfolio/contracts/core/problem';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { z } from 'zod';

/** Longest ms that a call may take. Gateway and web process add to it; clients must get a response within 5 s. */
export const defaultDeadline = 4_000;
/** Requests that may wait for one service. More are refused: the waiting ones would miss their deadlines. */
export const defaultDepthLimit = 1_000;

export const actor = z.object({ user_id: z.string(), email: z.string() });

export const requestEnvelope = z.object({
  id: z.string(),
  pattern: z.string(),
  payload: z.unknown(),
  /** Time (ms since the epoch) after which the request is dropped. */
  deadline: z.number(),
  /** Time (ms since the epoch) at which the request was sent. Callers of older versions do not say. */
  sent_at: z.number().optional(),
  request_id: z.string(),
  actor: actor.nullable(),
  record_id: z.string(),
  body_hash: z.string(),
  reply: z.string(),
  /** Optional, because gateways of an earlier version do not send it. */
  audit_id: z.string().optional(),
  /** Hash of the client's network, for operations that need it. */
  client: z.string().optional(),
  /** W3C trace context of the call. Optional: it is absent without tracing, and services of earlier versions ignore it. */
  traceparent: z.string().optional(),
});
export type RequestEnvelope = z.output<typeof requestEnvelope>;

/** An error as processes send it to each other: the body of the HTTP response, and the seconds for its Retry-After. */
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

export function requestList(service: ServiceName): string {
  return `rpc:${service}`;
}

export function replyChannel(callerId: string): string {
  return `rpc-reply:${callerId}`;
}
