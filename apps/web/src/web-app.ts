import type { RequestListener } from 'node:http';
import path from 'node:path';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { AddressLimit } from '@docfolio/edge/address-limit';
import { createReadyServer } from '@docfolio/edge/ready-server';
import { addDraining, addTracing } from '@docfolio/edge/request-hooks';
import { type SlowClientLimits, slowClientLimits } from '@docfolio/edge/slow-clients';
import type { HealthRegistry } from '@docfolio/process/health';
import { spanOfRequest } from '@docfolio/process/tracing/request-spans';
import type { PageTokens } from '@docfolio/remote-build/page-token';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { ApiCache, type ApiInvalidations } from './api-cache.js';
import type { DevServers, WebConfig } from './config.schema.js';
import { proxyDevServers } from './dev-proxy.js';
import { serveFeeds } from './feeds/feeds.routes.js';
import { serveForms } from './forms/forms.routes.js';
import { proxyGateway, sendProblem } from './gateway-proxy.js';
import { pathOf } from './logged-path.js';
import { PageHandler } from './page-handler.js';
import type { DeployedRemotes } from './remotes/deployed-remotes.js';
import { Overrides } from './remotes/overrides.js';
import { serveOverrides } from './remotes/overrides.routes.js';
import { PageTiming } from './remotes/page-timing.js';
import { checkTableFile, isReadable, Remotes } from './remotes/remotes.js';
import { newRequestId } from './request-id.js';
import { logRequest } from './request-log.js';
import { isTraced, observeResponse } from './request-metrics.js';
import { commonHeaders, contentSecurityPolicy } from './security-headers.js';
import { serveStaticFiles } from './static-files.js';
import { refuseTwoHosts } from './two-hosts.js';
import { isUpload } from './uploads.js';
import { serveWellKnown } from './well-known.js';

export interface WebAppOptions {
  config: Pick<
    WebConfig,
    | 'GATEWAY_URL'
    | 'SITE_URL'
    | 'TRUSTED_PROXIES'
    | 'PAGE_LIMIT'
    | 'RATE_LIMIT'
    | 'RATE_LIMIT_REQUESTS'
    | 'REMOTES_FILE'
    | 'REMOTE_OVERRIDE_ORIGINS'
    | 'DEV_SERVERS'
  >;
  health: HealthRegistry;
  /** The shell's build, with `index.html` and `assets/`. */
  browserDirectory: string;
  /** The shell's build for the server. */
  hostFile: string;
  appsDirectory: string;
  logger: FastifyBaseLogger;
  /** Feed of cache invalidations; without it nothing is cached. */
  invalidations?: ApiInvalidations;
  /** Deployed builds of remotes; without it only the delivered ones are served. */
  deployed?: DeployedRemotes;
  /** Signs the tokens with which pages report how builds do; without it no page reports. */
  pageTokens?: PageTokens;
  slowClients?: SlowClientLimits;
}

/** The bucket of visitors who get no canary below 100 %. */
const lastBucket = 99;

/** Paths that never show a page: unknown ones respond with a plain 404. */
const notPages = /^\/(assets|remotes|static|images|api)(\/|$)/;

/** Creates the web process's application, which serves the whole site. @throws Error if REMOTES_FILE is invalid */
export async function createWebApp(options: WebAppOptions): Promise<FastifyInstance> {
  const { config, health, browserDirectory, hostFile, appsDirectory, logger, invalidations, deployed } = options;
  const { slowClients = slowClientLimits } = options;
  const devServers: DevServers = config.DEV_SERVERS ?? {};
  const log = (error: unknown, message: string) => logger.warn({ err: error }, message);
  const remotes = new Remotes({ appsDirectory, tableFile: config.REMOTES_FILE, devServers, deployed, log });
  if (config.REMOTES_FILE) await checkTableFile(config.REMOTES_FILE);
  const overrides = new Overrides({ origins: config.REMOTE_OVERRIDE_ORIGINS, gatewayUrl: config.GATEWAY_URL, log });
  const isLimited = config.RATE_LIMIT === 'on';
  const pages = new PageHandler({
    browserDirectory,
    overrides,
    hostFile,
    remotes,
    deployed,
    devServers,
    gatewayUrl: config.GATEWAY_URL,
    siteUrl: config.SITE_URL,
    timing: new PageTiming(remotes, options.pageTokens),
    invalidations,
    pageLimit: new AddressLimit(isLimited ? config.PAGE_LIMIT : Number.POSITIVE_INFINITY),
    log,
  });
  const apiCache =
    invalidations &&
    new ApiCache({
      invalidations,
      limit: new AddressLimit(isLimited ? config.RATE_LIMIT_REQUESTS : Number.POSITIVE_INFINITY),
    });
  const sources = apiCache ? [apiCache, pages.ready] : [];
  const app = fastify({
    loggerInstance: logger,
    serverFactory: (others: RequestListener) =>
      createReadyServer(others, {
        ...{ sources, proxies: config.TRUSTED_PROXIES, health, slowClients, isUpload, requestId: newRequestId },
        refuse: refuseTwoHosts,
        logHit: ({ method, url = '' }, { response: { status } }, reqId, traceId) =>
          logRequest(logger, { reqId, traceId, method, url, status, ms: 0 }),
      }),
    genReqId: newRequestId,
    // Requests whose URL cannot be decoded reach no handler.
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request as FastifyRequest, reply as FastifyReply),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Requests on open connections are still served during shutdown.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    trustProxy: config.TRUSTED_PROXIES,
  });
  // Only posted forms are parsed: other bodies are forwarded as streams, or refused.
  app.removeAllContentTypeParsers();

  // Readiness excludes the gateway: a site without it is better than no site.
  health.add('built shell', async () => {
    if (!devServers.shell && !(await isReadable(path.join(browserDirectory, 'index.html'))))
      throw new Error('not built');
  });
  // The trace of a client is ignored: it could turn on the recording of traces.
  addTracing(app, { isTraced });
  app.addHook('onRequest', async (request, reply) => {
    // Makes proxies with pooled connections move to another replica.
    if (health.isStopping) reply.header('connection', 'close');
    if (!request.url.startsWith('/api/')) reply.headers(commonHeaders);
  });
  addDraining(app);
  app.addHook('onResponse', async (request, reply) => {
    observeResponse(request, reply);
    const traceId = spanOfRequest(request).context?.traceId;
    const { id: reqId, method, url } = request;
    logRequest(app.log, { reqId, traceId, method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });

  app.get('/remotes.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache').header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify((await remotes.ofPage({ bucket: lastBucket })).table);
  });

  // Must come first: routes registered before it use Fastify's error handler.
  app.setErrorHandler(handleError);
  await proxyGateway(app, config.GATEWAY_URL, apiCache);
  await proxyDevServers(app, devServers);
  const directory = path.join(appsDirectory, 'web');
  const brandDirectory = path.join(appsDirectory, '../libs/site-copy/dist/brand');
  await serveStaticFiles(app, { browserDirectory, directory, brandDirectory, remotes, deployed, devServers });
  await serveForms(app, { siteUrl: config.SITE_URL, hasForms: pages.hasForms, handle: pages.post });
  await serveOverrides(app, { siteUrl: config.SITE_URL, overrides });
  const remotePages = async () => (await remotes.ofPage({ bucket: lastBucket })).pages;
  serveFeeds(app, { gatewayUrl: config.GATEWAY_URL, siteUrl: config.SITE_URL, remotePages });
  serveWellKnown(app, config.SITE_URL);

  app.setNotFoundHandler(async (request, reply) => {
    if (notPages.test(pathOf(request.url))) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.header('allow', 'GET, HEAD');
      return sendProblem(reply, new ProblemError('method_not_allowed'));
    }
    return pages.get(request, reply);
  });
  app.addHook('onReady', () => pages.warmUp());
  deployed?.onChange(() => {
    pages.ready.expire();
    return pages.warmUp();
  });
  return app;
}

/** Handles errors before and in handlers. Errors of the gateway are proxied unchanged. */
function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ProblemError) return sendProblem(reply, error);
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (request.url.startsWith('/api/'))
    return sendProblem(reply, new ProblemError(status < 500 ? 'no_such_route' : 'internal'));
  return (
    reply
      .code(status)
      // Errors of the framework come before the hook that sets them.
      .headers(commonHeaders)
      .header('content-security-policy', contentSecurityPolicy([]))
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(status >= 500 ? 'Something went wrong\n' : 'The request is not valid\n')
  );
}
