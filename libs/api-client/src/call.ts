import { sessionStore } from '@docfolio/api-client/session';
import type { CallInput, Operation, OutputOf } from '@docfolio/contracts/operation';
import { newIdempotencyKey } from './idempotency-key.js';
import { type SendOptions, send } from './send.js';

export { newIdempotencyKey };

export type CallOptions = Omit<SendOptions, 'accessToken'>;

/**
 * Calls an operation of the platform. Public operations go out without a token; the others carry the session's, and
 * when it is refused the session is refreshed once and the call repeated once, under the same Idempotency-Key.
 * A submission that was accepted but not stored yet (202) resolves like a stored one, `status` tells them apart.
 * @throws ProblemError what the gateway answered; `unavailable` after a network failure or the timeout;
 *   `not_signed_in` when there is no session, without a request.
 */
export function call<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<OutputOf<O>> {
  if (operation.access === 'public') return send(operation, input, options);
  const idempotencyKey = operation.creates ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined;
  return sessionStore.authorised((accessToken) => send(operation, input, { ...options, idempotencyKey, accessToken }));
}
