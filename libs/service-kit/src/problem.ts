import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Logger, requestContext } from './logging.js';
import { isUnreachable } from './unreachable.js';

/** Returns a ProblemError unchanged. Logs other errors and returns `unavailable` (a server is down) or `internal`. */
export function toProblemError(error: unknown, logger?: Logger, requestId?: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const isDown = isUnreachable(error);
  const id = requestId ?? requestContext.getStore()?.requestId;
  logger?.[isDown ? 'warn' : 'error'](
    { err: error, request_id: id },
    isDown ? 'a backing server is unavailable' : 'failed',
  );
  return new ProblemError(isDown ? 'unavailable' : 'internal', { cause: error });
}
