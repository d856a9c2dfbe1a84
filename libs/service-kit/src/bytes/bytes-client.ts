import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ServiceName } from '@docfolio/contracts/operation';
import { ProblemError, problem } from '@docfolio/contracts/problem';
import { type BytesAct, grantHeader, signGrant } from './bytes-grant.js';
import { bytesPrefix } from './bytes-routes.js';

/** Milliseconds until the owner has to begin its answer: a caller is told within 5 s that it doesn't. */
const answerTimeout = 4_000;
/** Milliseconds that nothing may move while bytes are sent to it. */
const stallTimeout = 20_000;
/** Milliseconds that it may work on what it has got whole. */
const workTimeout = 60_000;

export interface OpenBytes {
  service: ServiceName;
  /** Of its internal port: `http://host:port`. */
  url: string;
  /** BYTES_SECRET */
  secret: string;
  /** Of the object. */
  name: string;
  requestId: string;
  /** Breaks the transfer off, whether it has begun or not. */
  signal: AbortSignal;
}

export interface Bytes {
  /** Fails when the owner dies, or the signal breaks it off. Nothing more is read than is taken from it. */
  body: IncomingMessage;
  size: number;
  contentType: string;
}

/** More that can be said to an owner whose objects have entity tags. */
export interface BytesRequest extends OpenBytes {
  method?: 'GET' | 'HEAD';
  /** As in a URL, without its question mark. */
  query?: string;
  /** If-None-Match, Range, If-Range. */
  headers?: OutgoingHttpHeaders;
}

/** 200, 206, 304 or 416, with the headers and the body that belong to it. */
export type BytesResponse = IncomingMessage & { statusCode: 200 | 206 | 304 | 416 };

export interface SendBytes extends OpenBytes {
  body: Readable;
  /** Content-Type and, where it is known, Content-Length. */
  headers: OutgoingHttpHeaders;
}

/**
 * Asks the owner of an object for its bytes.
 * @throws ProblemError `not_found`; `unavailable` when the owner cannot be reached or doesn't answer within 4 s; what
 * breaks off by the signal
 */
export async function openBytes(options: OpenBytes): Promise<Bytes> {
  const body = await requestBytes(options);
  return { body, size: Number(body.headers['content-length']), contentType: body.headers['content-type'] ?? '' };
}

/** The same for a part of it, or only if it is another than the one that is there. @throws ProblemError as `openBytes` */
export async function requestBytes({
  method = 'GET',
  query,
  headers,
  ...options
}: BytesRequest): Promise<BytesResponse> {
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
 * Sends bytes to the service that they are for, no faster than it takes them, and none before it has said that it will.
 * @returns what it has made of them
 * @throws ProblemError what it says of them; `unavailable` when it cannot be reached, doesn't say within 4 s that it
 * takes them, nothing moves for 20 s, or it works for more than 60 s on what it has; what breaks off by the signal
 */
export async function sendBytes({ body, headers, ...options }: SendBytes): Promise<unknown> {
  // Kept open until we have its answer: it would hang up on what is still on its way else, and the answer be lost.
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

/** A request to the owner; `answerOf` has to be asked for its answer, or its failure ends the process. */
function begin(
  { service, url, secret, name, requestId, signal }: OpenBytes,
  act: BytesAct['method'],
  { method = act, query, headers }: { method?: string; query?: string | undefined; headers?: OutgoingHttpHeaders },
): ClientRequest {
  const address = new URL(bytesPrefix + encodeURIComponent(name), url);
  address.search = query ?? '';
  return request(address, {
    method,
    // A transfer may stay open for long: connections aren't kept, so none is taken from another.
    agent: false,
    signal,
    headers: {
      ...headers,
      [grantHeader]: signGrant({ service, method: act, name }, secret),
      'x-request-id': requestId,
    },
  });
}

function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve);
    // Stays: what breaks the body off is told here too.
    asked.on('error', (cause) => reject(new ProblemError('unavailable', { retryAfter: 1, cause })));
  });
}

function unexpected(service: ServiceName, status: number | undefined): Error {
  return new Error(`${service} answers ${status} for bytes: is BYTES_SECRET the same everywhere?`);
}
