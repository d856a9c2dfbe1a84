import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { ServiceName } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import { grantHeader, signGrant } from './bytes-grant.js';
import { bytesPrefix } from './bytes-routes.js';

/** Milliseconds until the owner has to begin its answer: a caller is told within 5 s that it doesn't. */
const answerTimeout = 4_000;

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

/**
 * Asks the owner of an object for its bytes.
 * @throws ProblemError `not_found`; `unavailable` when the owner cannot be reached or doesn't answer within 4 s; what
 * breaks off by the signal
 */
export async function openBytes({ service, url, secret, name, requestId, signal }: OpenBytes): Promise<Bytes> {
  const asked = request(new URL(bytesPrefix + name, url), {
    // A transfer may stay open for long: connections aren't kept, so none is taken from another.
    agent: false,
    signal,
    headers: { [grantHeader]: signGrant({ service, method: 'GET', name }, secret), 'x-request-id': requestId },
  });
  const response = await answerOf(asked);
  const { statusCode, headers } = response;
  if (statusCode === 200)
    return { body: response, size: Number(headers['content-length']), contentType: headers['content-type'] ?? '' };
  response.resume();
  if (statusCode === 404) throw new ProblemError('not_found');
  if (statusCode === 503) throw new ProblemError('unavailable');
  throw new Error(`${service} answers ${statusCode} for bytes: is BYTES_SECRET the same everywhere?`);
}

function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => asked.destroy(new Error('no answer')), answerTimeout);
    asked.once('response', (response) => {
      clearTimeout(late);
      resolve(response);
    });
    // Stays: what breaks the body off is told here too.
    asked.on('error', (cause) => {
      clearTimeout(late);
      reject(new ProblemError('unavailable', { retryAfter: 1, cause }));
    });
    asked.end();
  });
}
