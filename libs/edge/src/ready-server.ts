import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { HealthRegistry } from '@docfolio/process/health';
import { observeCacheHit } from '@docfolio/process/metrics/http-metrics';
import { traceCacheHit } from '@docfolio/process/tracing/request-spans';
import { isTracing } from '@docfolio/process/tracing/tracer';
import type { CacheHit, ReadyResponses } from './ready-responses.js';
import { limitBodies, type SlowClientLimits, slowClientOptions } from './slow-clients.js';
import { addressOf, type TrustedProxies } from './trusted-proxies.js';

export interface ReadyServerOptions {
  /** The caches, in the order in which they are searched. */
  sources: readonly ReadyResponses[];
  proxies: TrustedProxies;
  health: Pick<HealthRegistry, 'isStopping'>;
  slowClients: SlowClientLimits;
  isUpload(request: IncomingMessage): boolean;
  requestId(request: IncomingMessage): string;
  /** Returns the `traceparent` of a trusted caller. Default: none is trusted. */
  parentOf?(request: IncomingMessage): string | undefined;
  /** Responds to a request that must not be served, cached or not. @returns whether it did. Default: none. */
  refuse?(request: IncomingMessage, response: ServerResponse): boolean;
  /** Logs a cache hit. @param traceId id of its trace if that is recorded */
  logHit(request: IncomingMessage, hit: CacheHit, requestId: string, traceId: string | undefined): void;
}

/** ms for which an idle connection stays open: longer than in proxies, which may send into a closed one. */
const keepAliveTimeout = 72_000;

/**
 * Creates an HTTP server that sends cache hits itself, measured, traced and logged. Passes misses, clients above a limit,
 * and all requests during shutdown to `others`.
 */
export function createReadyServer(others: RequestListener, options: ReadyServerOptions): Server {
  const { sources, proxies, health, slowClients, isUpload, requestId: idOf, parentOf, refuse, logHit } = options;
  const server = createServer({ ...slowClientOptions(slowClients), keepAliveTimeout }, (request, response) => {
    if (refuse?.(request, response)) return;
    if (!server.listening || health.isStopping || !isPlainGet(request)) return others(request, response);
    const requestId = idOf(request);
    const hit = find(request, requestId);
    if (!hit) return others(request, response);
    const { response: ready, name } = hit;
    response.writeHead(ready.status, ready.head as string[]).end(ready.body);
    observeCacheHit(name.cache, name.operation, ready.status);
    const traceId = isTracing()
      ? traceCacheHit(name.route, ready.status, { requestId, parent: parentOf?.(request) })
      : undefined;
    logHit(request, hit, requestId, traceId);
  });
  limitBodies(server, slowClients, isUpload);
  return server;

  function find(request: IncomingMessage, requestId: string): CacheHit | undefined {
    for (const source of sources) {
      const hit = source.find(request, requestId);
      if (!hit) continue;
      const isLimited = source.limit !== undefined && source.limit.count(addressOf(request, proxies)) > 0;
      return isLimited ? undefined : hit;
    }
    return undefined;
  }
}

/** Returns whether a request is a GET without a body. */
function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}
