import { randomUUID } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { FastifyRequest } from 'fastify';

export const idempotencyHeader = 'idempotency-key';
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

/** Returns the Idempotency-Key, or a random one if absent. @throws ProblemError `validation_failed` if malformed */
export function readIdempotencyKey(request: FastifyRequest): string {
  const sent = request.headers[idempotencyHeader];
  if (sent === undefined) return randomUUID();
  if (typeof sent === 'string' && idempotencyKeyPattern.test(sent)) return sent;
  throw new ProblemError('validation_failed', {
    errors: [{ path: 'Idempotency-Key', message: '1 to 200 visible ASCII characters' }],
  });
}
