import path from 'node:path';
import { imageUploadPath } from '@docfolio/contracts/image';
import { ProblemError } from '@docfolio/contracts/problem';
import { AddressLimit } from '@docfolio/edge-limits/address-limit';
import { drainRefusedBody } from '@docfolio/edge-limits/refused-body';
import {
  limitBodies,
  type SlowClientLimits,
  slowClientLimits,
  slowClientOptions,
} from '@docfolio/edge-limits/slow-clients';
import type { HealthRegistry } from '@docfolio/process/health';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { DevServers, WebConfig } from './config.schema.js';
import { proxyDevServers } from './dev-proxy.js';
import { Documents, pathOf } from './documents.js';
import { serveFeeds } from './feeds/feeds.routes.js';
import { serveForms } from './forms/forms.routes.js';
import { newRequestId, proxyGateway, sendProblem } from './gateway-proxy.js';
import { loggedPath } from './logged-path.js';
import { checkTableFile, isReadable, Remotes } from './remotes.js';
import type { Invalidations } from './rendering/page-cache.js';
import { commonHeaders, contentSecurityPolicy } from './security-headers.js';
import { serveSiteFiles } from './site-files.js';
import { serveStaticFiles } from './static-files.js';

export interface WebAppOptions {
  config: Pick<
    WebConfig,
    'GATEWAY_URL' | 'SITE_URL' | 'TRUSTED_PROXIES' | 'PAGE_LIMIT' | 'RATE_LIMIT' | 'REMOTES_FILE' | 'DEV_SERVERS'
  >;
  health: HealthRegistry;
  /** The host's build, with `index.html` and `assets/`. */
  browserDirectory: string;
  /** The host's build that draws pages in this process. */
  hostFile: string;
  /** `apps/`, with `<name>/dist` for each remote. */
  appsDirectory: string;
  logger: FastifyBaseLogger;
  /** Tells when drawn pages are outdated; without it they are not kept. */
  invalidations?: Invalidations;
  slowClients?: SlowClientLimits;
}

const uploadPath = `/api/v1${imageUploadPath}`;

/** Paths below which there are files or answers for programs, never pages. */
const notPages = /^\/(assets|remotes|static|images|api)(\/|$)/;

/**
 * The web process as a Fastify application: documents, the host's and the remotes' files, and the way to the gateway.
 * @throws Error when REMOTES_FILE can't be read.
 */
export async function createWebApp(options: WebAppOptions): Promise<FastifyInstance> {
  const { config, health, browserDirectory, hostFile, appsDirectory, logger, invalidations } = options;
  const { slowClients = slowClientLimits } = options;
  const http = slowClientOptions(slowClients);
  const app = fastify({
    loggerInstance: logger,
    http,
    requestTimeout: http.requestTimeout,
    genReqId: newRequestId,
    // An address that can't be decoded reaches no handler.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as FastifyRequest, reply as FastifyReply),
    // One line a request, written below.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while the server closes is still served.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    trustProxy: config.TRUSTED_PROXIES.any ? (address: string) => config.TRUSTED_PROXIES.trusts(address) : false,
  });
  limitBodies(app.server, slowClients, ({ method, url }) => method === 'POST' && url === uploadPath);
  // Only posted forms are parsed: other bodies are forwarded as streams, or refused.
  app.removeAllContentTypeParsers();
  const devServers: DevServers = config.DEV_SERVERS ?? {};
  const log = (error: unknown, message: string) => app.log.warn({ err: error }, message);
  const remotes = new Remotes({ appsDirectory, tableFile: config.REMOTES_FILE, log });
  if (config.REMOTES_FILE) await checkTableFile(config.REMOTES_FILE);
  const documents = new Documents({
    browserDirectory,
    hostFile,
    remotes,
    devServers,
    gatewayUrl: config.GATEWAY_URL,
    siteUrl: config.SITE_URL,
    invalidations,
    pageLimit: new AddressLimit(config.RATE_LIMIT === 'on' ? config.PAGE_LIMIT : Number.POSITIVE_INFINITY),
    log,
  });

  // The gateway's absence doesn't count: the site without it is better than no site.
  health.add('built shell', async () => {
    if (!devServers.shell && !(await isReadable(path.join(browserDirectory, 'index.html'))))
      throw new Error('not built');
  });
  app.addHook('onRequest', async (request, reply) => {
    // A proxy with pooled connections moves to another replica.
    if (health.isStopping) reply.header('connection', 'close');
    if (!request.url.startsWith('/api/')) reply.headers(commonHeaders);
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && !(await drainRefusedBody(request.raw))) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    // The path without its query: what people search for is theirs.
    const { method, url } = request;
    app.log.info(
      {
        reqId: request.id,
        method,
        path: loggedPath(pathOf(url)),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });

  app.get('/remotes.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache').header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify(await remotes.table());
  });

  // First: what is registered before it answers errors in Fastify's own words.
  app.setErrorHandler(answerError);
  await proxyGateway(app, config.GATEWAY_URL);
  await proxyDevServers(app, devServers);
  await serveStaticFiles(app, { browserDirectory, remotes, devServers });
  await serveSiteFiles(app, path.join(appsDirectory, 'web'), path.join(appsDirectory, '../libs/site-copy/dist/brand'));
  await serveForms(app, { siteUrl: config.SITE_URL, answer: documents.answerForm });
  serveFeeds(app, { gatewayUrl: config.GATEWAY_URL, siteUrl: config.SITE_URL });

  app.setNotFoundHandler(async (request, reply) => {
    if (notPages.test(pathOf(request.url))) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.header('allow', 'GET, HEAD');
      return sendProblem(reply, new ProblemError('method_not_allowed'));
    }
    return documents.answer(request, reply);
  });
  app.addHook('onReady', () => documents.warmUp());
  return app;
}

/** What is wrong before or inside a handler; the gateway's own errors pass through elsewhere. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ProblemError) return sendProblem(reply, error);
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'failed');
  if (request.url.startsWith('/api/'))
    return sendProblem(reply, new ProblemError(status < 500 ? 'no_such_route' : 'internal'));
  return reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy([]))
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(status >= 500 ? 'Something went wrong\n' : 'The request is not valid\n');
}
