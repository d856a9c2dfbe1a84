import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError, problem } from '@docfolio/contracts/core/problem';
import { activeTraceparent, inSpan } from '@docfolio/process/tracing/tracer';
import { type BytesAct, grantHeader, signGrant } from './bytes-grant.js';
import { bytesPrefix } from './bytes-routes.js';

/** ms that a caller waits for the owning service to start its response; HTTP clients get a 503 within 5 s. */
const answerTimeout = 4_000;
/** ms without progress after which an upload to the owning service is aborted. */
const stallTimeout = 20_000;
/** ms that the owning service may take to respond to an upload that it has received completely. */
const workTimeout = 60_000;

export interface OpenBytes {
  service: ServiceName;
  /** Internal address of the owning service: `http://host:port`. */
  url: string;
  secret: string;
  name: string;
  requestId: string;
  signal: AbortSignal;
}

export interface Bytes {
  /** Stream with backpressure. Emits an error if the owning service dies or the signal aborts. */
  body: IncomingMessage;
  size: number;
  contentType: string;
}

export interface BytesRequest extends OpenBytes {
  method?: 'GET' | 'HEAD';
  /** Query string without `?`. */
  query?: string;
  /** Conditional and range headers to forward: If-None-Match, Range, If-Range. */
  headers?: OutgoingHttpHeaders;
}

export type BytesResponse = IncomingMessage & { statusCode: 200 | 206 | 304 | 416 };

export interface SendBytes extends OpenBytes {
  body: Readable;
  /** Headers of the upload: Content-Type and, if known, Content-Length. */
  headers: OutgoingHttpHeaders;
}

/**
 * Opens a stream of an object that another service stores.
 * @throws ProblemError `not_found`; `unavailable` on a 503, no response within 4 s or an abort; Error on another status
 */
export async function openBytes(options: OpenBytes): Promise<Bytes> {
  const body = await requestBytes(options);
  return { body, size: Number(body.headers['content-length']), contentType: body.headers['content-type'] ?? '' };
}

/** Requests an object, a range of it, or whether it has changed (If-None-Match). @throws ProblemError as `openBytes` */
export function requestBytes(options: BytesRequest): Promise<BytesResponse> {
  return inSpan('fetch bytes', spanOf(options), () => openResponse(options));
}

async function openResponse({ method = 'GET', query, headers, ...options }: BytesRequest): Promise<BytesResponse> {
  const asked = begin(options, 'GET', { method, query, headers });
  const late = setTimeout(() => asked.destroy(new Error('no answer')), answerTimeout);
  const answering = answerOf(asked).finally(() => clearTimeout(late));
  asked.end();
  const response = await answering;
  const { statusCode = 0 } = response;
  if ([200, 206, 304, 416].includes(statusCode)) return response as BytesResponse;
  response.resume();
  if (statusCode === 404) throw new ProblemError('not_found');
  if (statusCode === 503) throw new ProblemError('unavailable');
  throw unexpected(options.service, statusCode);
}

/**
 * Uploads a body to another service, once it agrees (100 Continue), and returns its JSON response.
 * @throws ProblemError of that service; `unavailable` if it does not agree within 4 s, nothing moves for 20 s,
 * processing takes over 60 s, or the signal aborts
 */
export function sendBytes(options: SendBytes): Promise<unknown> {
  return inSpan('send bytes', spanOf(options), () => upload(options));
}

async function upload({ body, headers, ...options }: SendBytes): Promise<unknown> {
  // Without keep-alive the server closes the connection while the body is being sent, and its response is lost.
  const connection = { expect: '100-continue', connection: 'keep-alive' };
  const asked = begin(options, 'PUT', { headers: { ...headers, ...connection } });
  const end = (error: Error) => void asked.destroy(error);
  let late = setTimeout(end, answerTimeout, new Error('no answer'));
  asked.once('continue', () => {
    clearTimeout(late);
    asked.setTimeout(stallTimeout, () => end(new Error('nothing moves')));
    body.once('error', end).pipe(asked);
  });
  asked.once('finish', () => {
    asked.setTimeout(0);
    clearTimeout(late);
    late = setTimeout(end, workTimeout, new Error('no answer'));
  });
  try {
    asked.flushHeaders();
    const response = await answerOf(asked);
    const answer = await json(response).catch((cause) => {
      throw new ProblemError('unavailable', { retryAfter: 1, cause });
    });
    if (response.statusCode === 201) return answer;
    const refused = problem.safeParse(answer);
    if (!refused.success || response.statusCode === 403) throw unexpected(options.service, response.statusCode);
    throw ProblemError.from(refused.data);
  } finally {
    clearTimeout(late);
    body.unpipe(asked).off('error', end);
    asked.destroy();
  }
}

const spanOf = ({ service }: OpenBytes) => ({ kind: 'client', attributes: { 'rpc.service': service } }) as const;

/** Starts a request. The caller must await `answerOf`; otherwise a failure becomes an unhandled rejection. */
function begin(
  { service, url, secret, name, requestId, signal }: OpenBytes,
  act: BytesAct['method'],
  { method = act, query, headers }: { method?: string; query?: string | undefined; headers?: OutgoingHttpHeaders },
): ClientRequest {
  const traceparent = activeTraceparent();
  const address = new URL(bytesPrefix + encodeURIComponent(name), url);
  address.search = query ?? '';
  return request(address, {
    method,
    // Transfers may take long: each gets its own connection, so that none waits for another.
    agent: false,
    signal,
    headers: {
      ...headers,
      [grantHeader]: signGrant({ service, method: act, name }, secret),
      'x-request-id': requestId,
      ...(traceparent !== undefined && { traceparent }),
    },
  });
}

function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve);
    // Not `once`: aborting the body emits another error here.
    asked.on('error', (cause) => reject(new ProblemError('unavailable', { retryAfter: 1, cause })));
  });
}

function unexpected(service: ServiceName, status: number | undefined): Error {
  return new Error(`${service} answers ${status} for bytes: is BYTES_SECRET the same everywhere?`);
}
