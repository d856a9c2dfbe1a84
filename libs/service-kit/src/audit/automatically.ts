import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { newId } from '../identity.js';
import { requestContext } from '../logging.js';

/** Runs work that the platform does by itself, so that its writes are recorded like those of `operation`. */
export function automatically<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  const requestId = newId();
  const call = { entryId: newId(), operation: operationKey(operation), requestId, actor: null, automatic: true };
  return requestContext.run({ requestId, audit: call }, work);
}
