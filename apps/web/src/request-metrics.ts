import { observeRequest } from '@docfolio/process/metrics/http-metrics';
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

/** Measures a request by its page, else by the kind of its path, else by its route. */
export function observeResponse(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
  const path = pathOf(request.url);
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1];
  const operation = pages.get(request) ?? kind ?? (request.is404 ? undefined : routeOf(request));
  observeRequest(operation, statusCode, elapsedTime / 1_000);
}

/** Returns the route of feeds and single files; undefined for patterns that match any path. */
function routeOf({ routeOptions }: FastifyRequest): string | undefined {
  const { url } = routeOptions;
  return url === undefined || url.startsWith('/*') ? undefined : url;
}
