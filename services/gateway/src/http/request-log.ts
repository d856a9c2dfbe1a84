import type { Logger } from '@docfolio/service-kit/logging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeRequest } from './edge-request.js';

/**
 * Logs one line per request: the route instead of the URL, because a query may contain a person's name. Never a header
 * or a body.
 */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { principal } = request as EdgeRequest;
  logger.info(
    {
      request_id: request.id,
      method: request.method,
      route: request.is404 ? 'none' : request.routeOptions?.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(principal && { user_id: principal.user_id }),
    },
    'request',
  );
}
