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

/** Kinds that are not traced: a trace of a file says nothing, and streams last as long as a page is open. */
const untraced: readonly (string | undefined)[] = ['files', 'live'];

/** Measures and traces a request by its page, else by the kind of its path, else by its route. */
export function observeResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply;
  const path = pathOf(request.url);
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1];
  const operation = pages.get(request) ?? kind ?? (request.is404 ? undefined : routeOf(request));
  observeRequest(operation, status, elapsedTime / 1_000);
  if (untraced.includes(kind) && status < 500) return;
  const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
  endRequestSpan(request, { method: request.method, operation, status, isProblem });
}

/** Returns the route of feeds and single files; undefined for patterns that match any path. */
function routeOf({ routeOptions }: FastifyRequest): string | undefined {
  const { url } = routeOptions;
  return url === undefined || url.startsWith('/*') ? undefined : url;
}
