import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { HealthRegistry } from '@docfolio/process/health';
import { observeCacheHit } from '@docfolio/process/metrics/http-metrics';
import { traceCacheHit } from '@docfolio/process/tracing/request-spans';
import { isTracing } from '@docfolio/process/tracing/tracer';
import type { FastifyBaseLogger } from 'fastify';
import { loggedPath, pathOf } from './logged-path.js';
import { newRequestId } from './request-id.js';
import { commonHeaders } from './security-headers.js';

/** A response that only needs to be sent. */
export interface ReadyResponse {
  /** 304: the client's copy is current. */
  status: 200 | 304;
  /** Header names and values, alternating: the fastest form to write. */
  head: readonly string[];
  body: Buffer | undefined;
  /** The cache that it comes from, and what it responds to, for metrics. */
  cache: 'pages' | 'responses';
  operation: string;
}

export interface ReadyResponses {
  find(request: IncomingMessage, requestId: string): ReadyResponse | undefined;
}

/** ms for which a server keeps an idle connection open: longer than proxies, which may send into a closed one. */
const keepAliveTimeout = 72_000;

/** Creates an HTTP server that sends ready responses itself, and passes other requests, and all on shutdown, to `others`. */
export function fastPathServer(
  others: RequestListener,
  options: ServerOptions,
  sources: readonly ReadyResponses[],
  health: Pick<HealthRegistry, 'isStopping'>,
  logger: FastifyBaseLogger,
): Server {
  const answer: RequestListener = (request, response) => {
    if (namesTwoHosts(request)) return refuse(response);
    const ready = server.listening && !health.isStopping && isPlainGet(request);
    const requestId = ready ? newRequestId() : '';
    const found = ready ? findIn(sources, request, requestId) : undefined;
    if (!found) return others(request, response);
    const { status, head, body, cache, operation } = found;
    response.writeHead(status, head as string[]).end(body);
    observeCacheHit(cache, operation, status);
    const traceId = isTracing() ? traceCacheHit(operation, status, { requestId }) : undefined;
    const { method, url = '' } = request;
    logger.info(
      {
        ...{ reqId: requestId, method, path: loggedPath(pathOf(url)), status, ms: 0 },
        ...(traceId !== undefined && { trace_id: traceId }),
      },
      'request completed',
    );
  };
  const server = createServer({ ...options, keepAliveTimeout }, answer);
  return server;
}

/** Returns whether a request names more than one host: a proxy may believe another one than Node does (RFC 9112, 3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at]!)) hosts += 1;
  return hosts > 1;
}

function refuse(response: ServerResponse): void {
  const headers = { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(400, headers).end('The request is not valid\n');
}

/** Returns whether a request is a GET without a body. */
function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function findIn(
  sources: readonly ReadyResponses[],
  request: IncomingMessage,
  requestId: string,
): ReadyResponse | undefined {
  for (const source of sources) {
    const found = source.find(request, requestId);
    if (found) return found;
  }
  return undefined;
}
