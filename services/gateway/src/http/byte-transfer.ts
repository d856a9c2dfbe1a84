import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { BytesRequest, BytesResponse } from '@docfolio/service-kit/bytes/bytes-client';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from './edge-request.js';

/** Address of the service that stores the bytes, and the secret that signs grants for it. */
export interface ByteOwnerOptions {
  url: string;
  secret: string;
}

export type Transfer = Pick<BytesRequest, 'requestId' | 'signal'>;

const conditions = ['if-none-match', 'if-range', 'range'] as const;
const forwardedHeaders = [
  'content-type',
  'content-length',
  'content-range',
  'etag',
  'accept-ranges',
  'cache-control',
] as const;

/** Returns request id, and a signal that is aborted when the client disconnects. */
export function transferOf(request: EdgeRequest, reply: FastifyReply): Transfer {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return { requestId: request.id, signal: gone.signal };
}

/** Returns the conditional and range headers of a request. */
export function conditionsOf(headers: IncomingHttpHeaders): Record<string, string> {
  return pickHeaders(headers, conditions);
}

export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/**
 * Forwards the response of the owning service as a stream: its status, its headers about the bytes, and its body.
 * @param cacheControl replaces that of the owning service
 * @throws ProblemError `range_not_satisfiable`
 */
export function forwardBytes(answer: BytesResponse, reply: FastifyReply, cacheControl?: string): void {
  for (const header of forwardedHeaders) {
    const value = answer.headers[header];
    if (value !== undefined) reply.header(header, value);
  }
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl);
  reply.status(answer.statusCode);
  if (answer.statusCode === 200 || answer.statusCode === 206) return void reply.send(answer);
  answer.resume();
  if (answer.statusCode === 416) throw refusedRange(reply);
  reply.send();
}

/** Returns the problem of a 416, and removes the headers that describe the bytes. */
function refusedRange(reply: FastifyReply): ProblemError {
  for (const header of ['etag', 'accept-ranges', 'content-length']) reply.removeHeader(header);
  return new ProblemError('range_not_satisfiable');
}
