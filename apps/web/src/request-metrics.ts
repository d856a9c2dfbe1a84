import { observeRequest } from '@docfolio/process/metrics/http-metrics';
import { endRequestSpan } from '@docfolio/process/tracing/request-spans';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './logged-path.js';

/** Kinds of paths that contain names which clients choose. */
const kinds: readonly [path: RegExp, operation: string][] = [
  // Streams that last as long as a page is open: their time says nothing.
  [/^\/api\/v1\/admin\/live$/, 'live'],
  [/^\/api(\/|$)/, 'api'],
  [/^\/images(\/|$)/, 'images'],
  [/^\/(assets|remotes|static|brand)(\/|$)/, 'files'],
];

const pages = new WeakMap<FastifyRequest, string>();

/** Remembers that a request is for a page. @param pattern path of its row in the table of pages; undefined: unknown page */
export function notePage(request: FastifyRequest, pattern: string | undefined): void {
  if (pattern !== undefined) pages.set(request, pageOperation(pattern));
}

export const pageOperation = (pattern: string): string => `page ${pattern}`;

const kindOf = (url: string) => kinds.find(([pattern]) => pattern.test(pathOf(url)))?.[1];

/** Returns whether a request is traced. A trace of a file says nothing, and streams last as long as a page is open. */
export function isTraced({ url }: FastifyRequest): boolean {
  const kind = kindOf(url);
  return kind !== 'files' && kind !== 'live';
}

/** Measures and traces a request by its page, else by the kind of its path, else by its route. */
export function observeResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply;
  const operation = pages.get(request) ?? kindOf(request.url) ?? (request.is404 ? undefined : routeOf(request));
  observeRequest(operation, status, elapsedTime / 1_000);
  const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
  endRequestSpan(request, { method: request.method, operation, status, isProblem });
}

/** Returns the route of feeds and single files; undefined for patterns that match any path. */
function routeOf({ routeOptions }: FastifyRequest): string | undefined {
  const { url } = routeOptions;
  return url === undefined || url.startsWith('/*') ? undefined : url;
}
