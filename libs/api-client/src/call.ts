import { sessionStore } from '@docfolio/api-client/session';
import type { CallInput, Operation, OutputOf } from '@docfolio/contracts/operation';
import { newIdempotencyKey } from './idempotency-key.js';
import { type SendOptions, send } from './send.js';

export { newIdempotencyKey };

export type CallOptions = Omit<SendOptions, 'accessToken'>;

/**
 * Calls an operation of the gateway. Non-public operations carry the session's access token. If the token is refused
 * (401), the session is refreshed and the call repeated, once, with the same Idempotency-Key.
 * @returns the operation's output; for a submission, its `status` is `stored` or, if it is delivered later, `accepted`
 * @throws ProblemError of the response, `unavailable` (network, timeout), `not_signed_in`; the reason of `options.signal`
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
