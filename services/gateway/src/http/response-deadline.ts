import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Logger } from '@docfolio/service-kit/logging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemContentType } from './problem.filter.js';

/** ms from a complete request to its response: more than the 4 s of a call, less than the 5 s promised to clients. */
const responseDeadline = 4_200;

/**
 * Responds 503 to requests whose response has not begun in time; their handlers continue, and the result is dropped.
 * Unlike Fastify's `handlerTimeout` it does not include the arrival of the body and does not end streams.
 */
export function addResponseDeadline(
  instance: FastifyInstance,
  logger: Logger,
  isExempt: (request: FastifyRequest) => boolean,
): void {
  instance.addHook('preHandler', (request, reply, done) => {
    if (!isExempt(request)) {
      const timer = setTimeout(() => respondUnavailable(request, reply, logger), responseDeadline);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Writes directly to the response, so that Fastify ignores what the handler sends later. */
function respondUnavailable(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  if (reply.sent || reply.raw.headersSent) return;
  logger.warn({ request_id: request.id, route: request.routeOptions.url }, 'response deadline exceeded');
  const problem = new ProblemError('unavailable');
  const headers = { 'content-type': problemContentType, 'cache-control': 'no-store', 'retry-after': '1' };
  reply.hijack();
  reply.raw
    .writeHead(problem.status, { ...(reply.getHeaders() as Record<string, string>), ...headers })
    .end(JSON.stringify(problem.toProblem(request.id)));
}
