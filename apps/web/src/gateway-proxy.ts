import type { IncomingMessage } from 'node:http';
import { cacheTagsHeader } from '@docfolio/contracts/core/cache';
import { liveHeartbeat, livePath } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { traceparentOf } from '@docfolio/process/tracing/request-spans';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Agent } from 'undici';
import type { ApiCache, GatewayResponse } from './api-cache.js';
import { gatewayAgent, isConnectionReset, responseDeadline } from './gateway-connection.js';
import { isMediaType } from './media-type.js';
import { commonHeaders } from './security-headers.js';
import { uploadRoutes } from './uploads.js';

const bytePaths = ['images', 'downloads'].flatMap((path) => [`/v1/${path}`, `/v1/${path}/*`]);
/** ms until the gateway has to respond to an upload: 120 s to receive it, 60 s to process it, and a margin. */
const uploadTimeout = 200_000;
/** Prefix of the short image URLs in posts, and the API path that they stand for. */
const images = { prefix: '/images', rewritePrefix: '/api/v1/images' };
/** ms of silence inside a response. */
const bodyTimeout = 120_000;
/** ms of silence in the stream of live updates: more than the 2.5 heartbeats after which clients reconnect. */
const liveTimeout = 3 * liveHeartbeat;
const liveRoute = `/v1${livePath}`;
/** Maximum number of connections of each agent: API, bytes and uploads have one each; live streams are not limited. */
const connections = 256;
/** ms before a GET whose connection was reset is sent again. */
const resendDelay = 20;

/** Request headers that are not forwarded: a client could impersonate another, or turn on the recording of traces. */
const spoofable = [
  ...['forwarded', 'x-real-ip', 'x-forwarded-port', 'x-forwarded-server', 'x-client-ip', 'x-request-id'],
  ...['traceparent', 'tracestate', 'baggage'],
];

/**
 * Proxies `/api/*`, and GET and HEAD of `/images/<name>`, to the gateway, as streams in both directions, except for the
 * responses that `cache` stores.
 */
export async function proxyGateway(app: FastifyInstance, gatewayUrl: string, cache?: ApiCache): Promise<void> {
  await app.register(async (scope) => proxyInScope(scope, gatewayUrl, cache));
}

async function proxyInScope(app: FastifyInstance, gatewayUrl: string, cache: ApiCache | undefined): Promise<void> {
  app.addHook('onRequest', async ({ headers }) => {
    const type = headers['content-type'];
    if (type !== undefined && !isMediaType(type))
      throw new ProblemError('unsupported_media_type', { detail: 'The Content-Type cannot be read.' });
  });
  const agentWith = (headersTimeout: number) =>
    closedWith(app, gatewayAgent({ headersTimeout, bodyTimeout, connections }));
  const bytes = proxyOptions(gatewayUrl, agentWith(responseDeadline));
  await app.register(httpProxy, proxyOptions(gatewayUrl, agentWith(responseDeadline), cache));
  await app.register(httpProxy, { ...bytes, routes: bytePaths });
  const sent = { ...proxyOptions(gatewayUrl, agentWith(uploadTimeout)), routes: uploadRoutes };
  await app.register(httpProxy, { ...sent, httpMethods: ['POST'] });
  const shown = { ...bytes, ...images };
  await app.register(httpProxy, { ...shown, routes: ['/:name'], httpMethods: ['GET', 'HEAD'] });
  await app.register(async (scope) => {
    endWithServer(scope);
    // Live streams have separate, unlimited connections, so that open CRMs don't use up those of other requests.
    const agent = gatewayAgent({ headersTimeout: responseDeadline, bodyTimeout: liveTimeout, connections: null });
    const options = proxyOptions(gatewayUrl, closedWith(app, agent));
    await scope.register(httpProxy, { ...options, routes: [liveRoute], httpMethods: ['GET', 'HEAD'] });
  });
}

/** Closes the connections of a scope's pending responses on shutdown, which would otherwise wait for them. */
function endWithServer(scope: FastifyInstance): void {
  const replies = new Set<FastifyReply>();
  scope.addHook('onRequest', async (_request, reply) => {
    replies.add(reply);
    reply.raw.on('close', () => replies.delete(reply));
  });
  scope.addHook('preClose', async () => {
    for (const { raw } of replies) raw.destroy();
  });
}

function closedWith(app: FastifyInstance, agent: Agent): Agent {
  app.addHook('onClose', () => agent.destroy());
  return agent;
}

type OnError = NonNullable<NonNullable<FastifyHttpProxyOptions['replyOptions']>['onError']>;

function proxyOptions(gatewayUrl: string, agent: Agent, cache?: ApiCache) {
  const onError: OnError = (reply, { error }) => {
    reply.log.warn({ reason: (error as Error & { code?: string }).code }, 'gateway unreachable');
    sendProblem(reply as FastifyReply, new ProblemError('unavailable', { retryAfter: 1 }));
  };
  return {
    upstream: gatewayUrl,
    prefix: '/api',
    rewritePrefix: '/api',
    // Log lines of the proxy would contain query strings; searches are private.
    disableRequestLogging: true,
    undici: agent,
    replyOptions: {
      // Unlike the default, retries after a reset by a restarting replica, but not after a 503, which clients handle.
      retryDelay: ({ err, req, attempt }) =>
        attempt === 0 && (req.method === 'GET' || req.method === 'HEAD') && isConnectionReset(err) ? resendDelay : null,
      // Hop-by-hop headers: the gateway's keep-alive would undo the `close` that this process sends during shutdown.
      rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, [cacheTagsHeader]: _tags, ...headers }) =>
        headers,
      onResponse: ({ raw }, reply, received) => {
        // Unlike its type, it has the gateway's headers before `rewriteHeaders`.
        const response = received as unknown as GatewayResponse;
        const request = raw as IncomingMessage;
        if (!cache?.isCacheable(request, response)) return void reply.send(response.stream);
        cache.read(request, response).then(
          (body) => reply.send(body),
          (error: Error) => {
            for (const name of Object.keys(response.headers)) reply.removeHeader(name);
            onError(reply, { error });
          },
        );
      },
      rewriteRequestHeaders: (request, headers) => {
        const traceparent = traceparentOf(request);
        const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !spoofable.includes(name)));
        return {
          ...own,
          'x-request-id': String(request.id),
          ...(traceparent !== undefined && { traceparent }),
          'x-forwarded-for': request.ip,
          'x-forwarded-host': request.host,
          'x-forwarded-proto': request.protocol,
        };
      },
      onError,
    },
  } satisfies FastifyHttpProxyOptions;
}

export function sendProblem(reply: FastifyReply, problem: ProblemError): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .headers(commonHeaders)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem.toProblem(String(reply.request.id))));
}
