import { randomUUID } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/problem';
import type { FastifyRequest } from 'fastify';

export const idempotencyHeader = 'idempotency-key';
/** 1 to 200 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * The key under which a create happens once. A caller who sends none can't repeat the request safely, and gets a key
 * of its own.
 * @throws ProblemError `validation_failed` for a key that isn't 1 to 200 visible ASCII characters.
 */
export function readIdempotencyKey(request: FastifyRequest): string {
  const sent = request.headers[idempotencyHeader];
  if (sent === undefined) return randomUUID();
  if (typeof sent === 'string' && idempotencyKeyPattern.test(sent)) return sent;
  throw new ProblemError('validation_failed', {
    errors: [{ path: 'Idempotency-Key', message: '1 to 200 visible ASCII characters' }],
  });
}
