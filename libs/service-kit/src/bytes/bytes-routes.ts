import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { matchesEtag } from '@docfolio/process/entity-tag';
import { inSpan } from '@docfolio/process/tracing/tracer';
import { newId } from '../identity.js';
import type { Logger } from '../logging.js';
import type { ObjectStore } from '../object-store/object-store.js';
import { toProblemError } from '../problem.js';
import { readRange } from './byte-range.js';
import { type BytesAct, grantHeader, holdsGrant } from './bytes-grant.js';

/** Responds to one HTTP request for bytes. If the promise rejects, the connection is closed. */
export type BytesRoute = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export const bytesPrefix = '/bytes/';

export interface FoundBytes {
  object: string;
  size: number;
  contentType: string;
  /** Quoted entity tag, for bytes that never change. Without it there are no 304 responses and no ranges. */
  etag?: string;
  /** Cache-Control of the response. Default: `no-store`. */
  cacheControl?: string;
}

export interface BytesOptions {
  service: ServiceName;
  secret: string;
  /** Finds the bytes of a requested name. Default: the object of that name in the store. @throws ProblemError */
  find?(name: string, query: URLSearchParams): Promise<FoundBytes>;
  /** Receives an upload, returns the JSON response. Default: uploads are refused. @param gone aborted on disconnect */
  receive?(name: string, request: IncomingMessage, gone: AbortSignal): Promise<unknown>;
}

/**
 * Serves objects under /bytes/<name> to callers with a grant: GET and HEAD, and PUT if `receive` is given. Others get
 * 403, whether the object exists or not. Objects with an `etag` support If-None-Match, Range and If-Range (RFC 9110).
 */
export function bytesRoute(options: BytesOptions, store: ObjectStore, logger: Logger): BytesRoute {
  const { service, secret, receive } = options;
  const find = options.find ?? ((name) => objectOf(store, name));
  return async (request, response) => {
    const requestId = idOf(request);
    try {
      const { name, query } = addressOf(request);
      const method = actOf(request.method);
      if (!method || (method === 'PUT' && !receive)) throw new ProblemError('method_not_allowed');
      if (!holdsGrant(request.headers[grantHeader], { service, method, name }, secret))
        throw new ProblemError('not_allowed', { detail: 'There is no grant for these bytes.' });
      const span = {
        kind: 'server',
        parent: parentOf(request),
        requestId,
        attributes: { request_id: requestId },
      } as const;
      await inSpan(method === 'PUT' ? 'receive bytes' : 'serve bytes', span, async () => {
        if (method === 'PUT') await take(await receive!(name, request, endOf(response)), response);
        else await send(store, await find(name, query), request, response);
      });
      logger.info({ request_id: requestId, object: name }, method === 'PUT' ? 'upload received' : 'file sent');
    } catch (error) {
      // Discards the rest of the upload: while it is being sent, the sender would not receive the refusal.
      request.unpipe();
      request.resume();
      // The client has disconnected, or the headers are sent: too late for another response.
      if (response.headersSent || response.destroyed) {
        logger.info({ request_id: requestId, err: error }, 'file transfer aborted');
        return void response.destroy();
      }
      refuse(response, toProblemError(error, logger, requestId), requestId);
    }
  };
}

function actOf(method: string | undefined): BytesAct['method'] | undefined {
  if (method === 'GET' || method === 'HEAD') return 'GET';
  return method === 'PUT' ? method : undefined;
}

async function objectOf(store: ObjectStore, name: string): Promise<FoundBytes> {
  const { size, contentType } = await store.stat(name);
  return { object: name, size, contentType };
}

async function send(
  store: ObjectStore,
  found: FoundBytes,
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { object, size, contentType, etag, cacheControl = 'no-store' } = found;
  const kept = { 'cache-control': cacheControl, ...(etag && { etag, 'accept-ranges': 'bytes' }) };
  if (etag && matchesEtag(etag, asked['if-none-match'])) return void response.writeHead(304, kept).end();
  // With If-Range, a range is sent only if the client's part is of this version.
  const same = etag && (asked['if-range'] === undefined || asked['if-range'] === etag);
  const range = same ? readRange(asked.range, size) : undefined;
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new ProblemError('range_not_satisfiable');
  }
  const bytes = method === 'HEAD' ? undefined : await store.get(object, range);
  if (response.destroyed) return void bytes?.destroy();
  response.writeHead(range ? 206 : 200, {
    ...kept,
    'content-type': contentType,
    'content-length': range ? range.end - range.start + 1 : size,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    'x-content-type-options': 'nosniff',
  });
  if (bytes) await pipeline(bytes, response);
  else response.end();
}

async function take(made: unknown, response: ServerResponse): Promise<void> {
  response.writeHead(201, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(made));
}

function endOf(response: ServerResponse): AbortSignal {
  const end = new AbortController();
  response.once('close', () => end.abort());
  return end.signal;
}

function addressOf({ url = '' }: IncomingMessage): { name: string; query: URLSearchParams } {
  const [path = '', query] = url.split('?', 2);
  try {
    return { name: decodeURIComponent(path.slice(bytesPrefix.length)), query: new URLSearchParams(query) };
  } catch (error) {
    throw new ProblemError('not_found', { cause: error });
  }
}

function idOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(sent) ? sent : newId();
}

/** Returns the trace of a caller with a grant. */
function parentOf({ headers }: IncomingMessage): string | undefined {
  return typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
}

function refuse(response: ServerResponse, problem: ProblemError, requestId: string): void {
  response.writeHead(problem.status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(problem.toProblem(requestId)));
}
