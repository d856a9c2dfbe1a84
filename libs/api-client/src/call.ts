import { sessionStore } from '@docfolio/api-client/session';
import type { CallInput, Operation, OutputOf } from '@docfolio/contracts/core/operation';
import { newIdempotencyKey } from './idempotency-key.js';
import { type SendOptions, send } from './send.js';

export { newIdempotencyKey };

export type CallOptions = Omit<SendOptions, 'accessToken'>;

/**
 * Calls an operation of the gateway; non-public ones with the access token. If that is refused (401), refreshes the
 * session and repeats the call once, with the same Idempotency-Key.
 * @returns the operation's output; for a public form, `status` is `stored`, or `accepted` if it will be stored later
 * @throws ProblemError of the response, `unavailable` (network, timeout), `not_signed_in`; the reason of `signal`
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
