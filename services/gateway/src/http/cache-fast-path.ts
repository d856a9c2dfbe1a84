import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import type { AddressLimit } from '@docfolio/edge/address-limit';
import { addressOf, type TrustedProxies } from '@docfolio/edge/trusted-proxies';
import type { HealthRegistry } from '@docfolio/process/health';
import { observeCacheHit } from '@docfolio/process/metrics/http-metrics';
import { traceCacheHit } from '@docfolio/process/tracing/request-spans';
import { isTracing } from '@docfolio/process/tracing/tracer';
import type { Logger } from '@docfolio/service-kit/logging';
import { CacheHitLog } from './cache-hit-log.js';
import { everywhere } from './headers.js';
import { traceparentSource } from './request-id.js';

export interface ReadyResponse {
  route: string;
  /** 304: the client's copy is current. */
  status: 200 | 304;
  /** The same object for all hits of a cache entry, so that derived values can be memoised. */
  headers: Readonly<Record<string, string>>;
  /** Number of the latest cache invalidation that the response reflects. */
  sequence: number;
  /** Seconds, for the Age header. */
  age: number;
  body: Buffer | undefined;
}

export interface ReadyResponses {
  find(url: string, acceptEncoding: string | undefined, knownEtag: string | undefined): ReadyResponse | undefined;
}

export interface CacheFastPathOptions {
  answers: ReadyResponses;
  proxies: TrustedProxies;
  addressLimit: AddressLimit;
  health: Pick<HealthRegistry, 'isStopping'>;
  requestId: (request: IncomingMessage) => string;
  logger: Logger;
}

/**
 * Serves cache hits in front of Fastify and Nest, with the address limit, request id, common headers and log. Leaves
 * misses, clients over the limit, and all requests during shutdown to Fastify.
 */
export class CacheFastPath {
  private readonly heads = new WeakMap<object, string[]>();
  private readonly log: CacheHitLog;
  private readonly parentOf: (request: IncomingMessage) => string | undefined;

  constructor(private readonly options: CacheFastPathOptions) {
    this.log = new CacheHitLog(options.logger);
    this.parentOf = traceparentSource(options.proxies);
  }

  /** Creates an HTTP server that serves cache hits and passes other requests to `others`. */
  server(others: RequestListener, options: ServerOptions): Server {
    const server = createServer(options, (request, response) => {
      if (!this.tryAnswer(request, response, server)) others(request, response);
    });
    server.once('close', () => this.log.flush());
    return server;
  }

  private tryAnswer(request: IncomingMessage, response: ServerResponse, server: Server): boolean {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return false;
    const found = this.options.answers.find(url, headers['accept-encoding'] as string, headers['if-none-match']);
    if (!found || !server.listening || this.options.health.isStopping) return false;
    if (this.options.addressLimit.count(addressOf(request, this.options.proxies)) > 0) return false;
    const { status, headers: known, sequence, age, body, route } = found;
    const requestId = this.options.requestId(request);
    const varying = ['x-request-id', requestId, cacheSequenceHeader, String(sequence)];
    varying.push('age', String(age));
    response.writeHead(status, this.headOf(known).concat(varying)).end(body);
    this.log.count(route, status);
    observeCacheHit('responses', `GET ${route}`, status);
    if (isTracing()) traceCacheHit(route, status, { requestId, parent: this.parentOf(request) });
    return true;
  }

  /** Returns the constant headers as alternating names and values, the fastest form to write. */
  private headOf(headers: ReadyResponse['headers']): string[] {
    let head = this.heads.get(headers);
    if (!head) {
      head = Object.entries({ ...everywhere, ...headers }).flat();
      this.heads.set(headers, head);
    }
    return head;
  }
}
