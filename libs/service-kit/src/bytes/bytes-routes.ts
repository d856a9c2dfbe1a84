import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ServiceName } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import { newId } from '../identity.js';
import type { InternalRoute } from '../internal-routes.js';
import type { Logger } from '../logging.js';
import type { ObjectStore } from '../object-store/object-store.js';
import { toProblemError } from '../problem.js';
import { grantHeader, holdsGrant } from './bytes-grant.js';

/** Path of an object on its owner's internal port: the prefix and its name. */
export const bytesPrefix = '/bytes/';

export interface BytesOptions {
  service: ServiceName;
  /** BYTES_SECRET */
  secret: string;
}

/**
 * Answers GET /bytes/<name> with an object of the service, as a stream no faster than it is read, to whoever shows a
 * grant for it: 403 without one, whether there is such an object or not. Refusals are problems (RFC 9457).
 */
export function bytesRoute({ service, secret }: BytesOptions, store: ObjectStore, logger: Logger): InternalRoute {
  return async (request, response) => {
    const requestId = idOf(request);
    try {
      const name = nameOf(request);
      if (request.method !== 'GET') throw new ProblemError('method_not_allowed');
      if (!holdsGrant(request.headers[grantHeader], { service, method: 'GET', name }, secret))
        throw new ProblemError('not_allowed', { detail: 'There is no grant for these bytes.' });
      await send(store, name, response);
      logger.info({ request_id: requestId, object: name }, 'bytes sent');
    } catch (error) {
      // The receiver has gone, or we cannot go on: what has begun cannot become another answer.
      if (response.headersSent || response.destroyed) {
        logger.info({ request_id: requestId, err: error }, 'bytes broken off');
        return void response.destroy();
      }
      refuse(response, toProblemError(error, logger, requestId), requestId);
    }
  };
}

async function send(store: ObjectStore, name: string, response: ServerResponse): Promise<void> {
  const { size, contentType } = await store.stat(name);
  const bytes = await store.get(name);
  if (response.destroyed) return void bytes.destroy();
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': size,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  await pipeline(bytes, response);
}

function nameOf({ url = '' }: IncomingMessage): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!.slice(bytesPrefix.length));
  } catch (error) {
    throw new ProblemError('not_found', { cause: error });
  }
}

function idOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(sent) ? sent : newId();
}

function refuse(response: ServerResponse, problem: ProblemError, requestId: string): void {
  response.writeHead(problem.status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(problem.toProblem(requestId)));
}
