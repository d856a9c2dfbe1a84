import { ProblemError } from '@docfolio/contracts/problem';
import { type Logger, requestContext } from './logging.js';

/** Names of driver errors that mean "unreachable": retrying may help. */
const unreachable = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
  'MaxRetriesPerRequestError',
]);

export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unreachable.has(error.name)) return true;
  const code = (error as { code?: unknown }).code;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE') return true;
  return (
    /^(Command timed out|Connection is closed|Stream isn't writeable|Redis is not available)/.test(error.message) ||
    /before initial connection is complete/.test(error.message)
  );
}

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
