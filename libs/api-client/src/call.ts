import { sessionStore } from '@docfolio/api-client/session';
import type { CallInput, Operation, OutputOf } from '@docfolio/contracts/operation';
import { newIdempotencyKey } from './idempotency-key.js';
import { type SendOptions, send } from './send.js';

export { newIdempotencyKey };

export type CallOptions = Omit<SendOptions, 'accessToken'>;

/**
 * Calls an operation. Public operations are sent without a token; the others carry the session's. If it is refused, the
 * session is refreshed once and the call repeated once with the same Idempotency-Key.
 * @returns the output; for a submission, `status` distinguishes stored ones from those accepted for later (202)
 * @throws ProblemError the gateway's; `unavailable` after a network error or timeout; `not_signed_in` without a session
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
