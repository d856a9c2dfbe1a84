import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import type { AddressLimit } from '@docfolio/edge-limits/address-limit';
import type { TrustedProxies } from '@docfolio/edge-limits/trusted-proxies';
import type { HealthRegistry } from '@docfolio/process/health';
import type { Logger } from '@docfolio/service-kit/logging';
import proxyAddress from '@fastify/proxy-addr';
import { everywhere } from './headers.js';
import { KeptAnswerLog } from './kept-answer-log.js';

/** An answer that nothing has to be done for but to send it. */
export interface ReadyAnswer {
  /** The route that it belongs to, for the log. */
  route: string;
  /** 304: the client has it already. */
  status: 200 | 304;
  /** All that are its own, the same object each time. */
  headers: Readonly<Record<string, string>>;
  /** Number of the last invalidation that it has outlived. */
  sequence: number;
  /** Seconds since its service was asked. */
  age: number;
  body: Buffer | undefined;
}

/** Where they are kept. */
export interface ReadyAnswers {
  /**
   * @param url as it stands in the request line
   * @param acceptEncoding of the request
   * @param knownEtag its If-None-Match
   */
  find(url: string, acceptEncoding: string | undefined, knownEtag: string | undefined): ReadyAnswer | undefined;
}

export interface FastLaneOptions {
  answers: ReadyAnswers;
  proxies: TrustedProxies;
  addressLimit: AddressLimit;
  health: Pick<HealthRegistry, 'isStopping'>;
  requestId: (request: IncomingMessage) => string;
  logger: Logger;
}

/**
 * Sends kept answers before the router, the hooks and the framework behind them see the request: they would cost
 * several times what the answer itself does. It keeps to what every answer has (the address' limit, request id, headers,
 * the log) and leaves everything else to them: what isn't kept, whoever is over the limit, and all requests
 * while the server is closing.
 */
export class FastLane {
  private readonly heads = new WeakMap<object, string[]>();
  private readonly log: KeptAnswerLog;

  constructor(private readonly options: FastLaneOptions) {
    this.log = new KeptAnswerLog(options.logger);
  }

  /** A server that leaves to `others` what it doesn't answer itself. */
  server(others: RequestListener, options: ServerOptions): Server {
    const server = createServer(options, (request, response) => {
      if (!this.tryAnswer(request, response, server)) others(request, response);
    });
    server.once('close', () => this.log.tell());
    return server;
  }

  private tryAnswer(request: IncomingMessage, response: ServerResponse, server: Server): boolean {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return false;
    const found = this.options.answers.find(url, headers['accept-encoding'] as string, headers['if-none-match']);
    if (!found || !server.listening || this.options.health.isStopping) return false;
    if (this.options.addressLimit.count(this.addressOf(request)) > 0) return false;
    const { status, headers: known, sequence, age, body, route } = found;
    const varying = ['x-request-id', this.options.requestId(request), cacheSequenceHeader, String(sequence)];
    varying.push('age', String(age));
    response.writeHead(status, this.headOf(known).concat(varying)).end(body);
    this.log.count(route, status);
    return true;
  }

  /** What doesn't change from one request to the next, as names and values by turns: the form that costs least. */
  private headOf(headers: ReadyAnswer['headers']): string[] {
    let head = this.heads.get(headers);
    if (!head) {
      head = Object.entries({ ...everywhere, ...headers }).flat();
      this.heads.set(headers, head);
    }
    return head;
  }

  /** As Fastify reckons `request.ip`. */
  private addressOf(request: IncomingMessage): string {
    const { proxies } = this.options;
    return proxies.any
      ? proxyAddress(request as never, (address: string) => proxies.trusts(address))
      : (request.socket.remoteAddress ?? '');
  }
}
