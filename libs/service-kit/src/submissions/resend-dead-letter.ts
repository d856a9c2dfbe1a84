import { ProblemError } from '@docfolio/contracts/core/problem';
import { bodyHash } from '../identity.js';
import type { CallContext } from '../rpc/call-context.js';
import type { OperationRunner } from '../rpc/operation-runner.js';
import type { DeadLetters } from './dead-letters.repository.js';

/**
 * Runs the operation of a dead letter with corrected fields, as a call of its sender, and removes it. The record gets the
 * id that the sender was promised, so that a repeat creates no second one.
 * @throws ProblemError `not_found`; what the operation throws, such as `validation_failed`: then the dead letter stays
 */
export async function resendDeadLetter(
  letters: DeadLetters,
  runner: OperationRunner,
  { id, input }: { id: string; input: Record<string, unknown> },
  { requestId, deadline, auditId }: CallContext,
): Promise<{ id: string }> {
  const letter = await letters.get(id);
  if (runner.operation(letter.operation)?.delivery !== 'submission') throw new ProblemError('unavailable');
  const corrected = { ...(letter.input as Record<string, unknown>), ...input };
  const { operation } = letter;
  await runner.run(
    { operation, requestId, deadline, actor: null, recordId: id, bodyHash: bodyHash(corrected), auditId },
    corrected,
  );
  await letters.remove(id);
  return { id };
}
