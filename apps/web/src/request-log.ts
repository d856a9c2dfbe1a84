import type { FastifyBaseLogger } from 'fastify';
import { loggedPath, pathOf } from './logged-path.js';

interface ServedRequest {
  reqId: string;
  /** Id of its trace, if it has one. */
  traceId: string | undefined;
  method: string | undefined;
  url: string;
  status: number;
  ms: number;
}

/** Logs a request with its path, but without the query, because searches are private. */
export function logRequest(
  logger: Pick<FastifyBaseLogger, 'info'>,
  { reqId, traceId, method, url, status, ms }: ServedRequest,
): void {
  const trace = traceId !== undefined && { trace_id: traceId };
  logger.info({ reqId, ...trace, method, path: loggedPath(pathOf(url)), status, ms }, 'request completed');
}
