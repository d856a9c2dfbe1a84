import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { livePath } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { imageUploadPath } from '@docfolio/contracts/entities/image';
import { buildFilesPath, buildUploadPath, remotes } from '@docfolio/contracts/entities/remote';
import type { AddressLimit } from '@docfolio/edge/address-limit';
import type { ReadyResponses } from '@docfolio/edge/ready-responses';
import { createReadyServer } from '@docfolio/edge/ready-server';
import { addDraining, addTracing } from '@docfolio/edge/request-hooks';
import { type SlowClientLimits, slowClientLimits } from '@docfolio/edge/slow-clients';
import type { TrustedProxies } from '@docfolio/edge/trusted-proxies';
import type { HealthRegistry } from '@docfolio/process/health';
import type { Logger } from '@docfolio/service-kit/logging';
import { requestContext } from '@docfolio/service-kit/logging';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from './api-prefix.js';
import { CacheHitLog } from './cache-hit-log.js';
import { rawHeaders, setCommonHeaders } from './headers.js';
import { parseJsonBody } from './json-body.js';
import { patternOf } from './known-paths.js';
import type { ProblemFilter } from './problem.filter.js';
import { problemContentType } from './problem.filter.js';
import { requestIdSource, traceparentSource } from './request-id.js';
import { logRequest } from './request-log.js';
import { addResponseDeadline } from './response-deadline.js';

export interface EdgeOptions {
  proxies: TrustedProxies;
  filter: ProblemFilter;
  addressLimit: AddressLimit;
  /** During shutdown each response closes its connection. */
  health: Pick<HealthRegistry, 'isStopping'>;
  logger: Logger;
  bodyLimit: number;
  /** The cached responses, which are sent in front of Fastify and Nest. */
  responses: ReadyResponses;
  slowClients?: SlowClientLimits;
}

export interface RouteSettings {
  bodyLimit?: number;
  /** Whether the route gets a body other than JSON unparsed, to read or ignore it. */
  anyBody?: boolean;
}

/** Requests per connection, so that pooled connections spread to new replicas. */
const maxRequestsPerSocket = 1_000;

const liveRoute = apiPrefix + livePath;

const uploads = [imageUploadPath, buildUploadPath].map((path) => patternOf(apiPrefix + path));

/** What only the web process reads: builds contain the code that runs on the server. Visitors get public files from it. */
const internalRoutes = [remotes.signedBuild.path, buildFilesPath].map((path) => apiPrefix + path);

export function createHttpAdapter(options: EdgeOptions): FastifyAdapter {
  const { proxies, filter, logger, bodyLimit, health, responses, slowClients = slowClientLimits } = options;
  const requestId = requestIdSource(proxies);
  const parentOf = traceparentSource(proxies);
  const hits = new CacheHitLog(logger);
  const adapter = new FastifyAdapter({
    logger: false,
    // The bridge to Express middleware, of which there is none, would slow each request.
    skipMiddie: true,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: proxies,
    bodyLimit,
    serverFactory: (handler: RequestListener) => {
      const server = createReadyServer(handler, {
        ...{ sources: [responses], proxies, health, slowClients, isUpload, requestId, parentOf },
        logHit: (_request, { response, name }) => hits.count(name.route, response.status),
      });
      server.once('close', () => hits.flush());
      server.maxRequestsPerSocket = maxRequestsPerSocket;
      return server;
    },
    // Slugs may exceed the default of 100 characters.
    routerOptions: { maxParamLength: 500 },
    // During shutdown a request on an open connection is served, then the connection closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // For URLs that the router cannot parse. No hook runs for them.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      setCommonHeaders(reply, request.id);
      filter.answer(error, request, reply);
      logRequest(logger, request, reply);
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      refuseUnreadable(error, socket, requestId({ headers: {} } as IncomingMessage)),
  });
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  acceptJson(instance);
  applyRouteSettings(instance);
  // A stream of live updates lasts as long as a page is open: it is not traced.
  addTracing(instance, { isTraced: ({ routeOptions }) => routeOptions.url !== liveRoute, parentOf });
  addHooks(instance, options);
  addResponseDeadline(instance, logger, takesAnyBody);
  return adapter;
}

function isUpload({ method, url = '' }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0]!;
  return method === 'POST' && uploads.some((pattern) => pattern.test(path));
}

function acceptJson(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseJsonBody(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  instance.addContentTypeParser('*', (request, _payload, done) => {
    const detail = 'Send the body as application/json.';
    done(takesAnyBody(request) ? null : new ProblemError('unsupported_media_type', { detail }));
  });
}

function takesAnyBody({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as RouteSettings).anyBody === true;
}

/** Sets a route's body limit from `RouteSettings`, because Nest has no decorator for it. */
function applyRouteSettings(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as RouteSettings;
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}

function addHooks(instance: FastifyInstance, { addressLimit, filter, health, logger }: EdgeOptions): void {
  instance.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(reply, request.id);
    // Pooled clients, such as the web process, then move to another replica.
    if (health.isStopping) reply.header('connection', 'close');
    const wait = addressLimit.count(request.ip);
    if (wait > 0) return done(new ProblemError('rate_limited', { retryAfter: wait }));
    if (filter.isUnanswered(request)) return done(new ProblemError('no_such_route'));
    if (isForVisitor(request) && internalRoutes.includes(request.routeOptions.url ?? ''))
      return done(new ProblemError('not_found'));
    requestContext.run({ requestId: request.id }, done);
  });
  addDraining(instance);
  instance.addHook('onResponse', (request, reply, done) => {
    logRequest(logger, request, reply);
    done();
  });
}

/** Returns whether the web process forwards a visitor's request. For its own requests it does not set this header. */
const isForVisitor = ({ headers }: FastifyRequest) => headers['x-forwarded-host'] !== undefined;

/** Responds to unreadable requests and timeouts. @see https://nodejs.org/api/http.html#event-clienterror */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const problem = new ProblemError('malformed_body', { detail: 'The request cannot be read.' }).toProblem(requestId);
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ ...problem, status });
  const headers = {
    ...rawHeaders(requestId),
    'content-type': problemContentType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}
