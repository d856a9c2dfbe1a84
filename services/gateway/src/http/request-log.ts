import { observeRequest } from '@docfolio/process/metrics/http-metrics';
import type { Logger } from '@docfolio/service-kit/logging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeRequest } from './edge-request.js';

/** Logs and measures a request, with its route, never with URL, headers or body: they may contain personal data. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { principal, apiToken } = request as EdgeRequest;
  const route = request.is404 ? undefined : request.routeOptions?.url;
  observeRequest(route && `${request.method} ${route}`, reply.statusCode, reply.elapsedTime / 1_000);
  logger.info(
    {
      request_id: request.id,
      method: request.method,
      route: route ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(principal && { user_id: principal.user_id }),
      ...(apiToken && { user_id: apiToken.user_id, api_token: apiToken.token_id }),
    },
    'request',
  );
}
