import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { apiBase } from '../request.js';

export interface FixtureRequest {
  method: string;
  /** Path below `/api/v1`, without the query. */
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  /** Parsed JSON body, or the fields of multipart/form-data by name, with files as `SentFile`. */
  body: unknown;
}

export interface SentFile {
  name: string;
  type: string;
  size: number;
}

/** A response of the fixture server: JSON, text, or a broken connection. Handlers may also throw a ProblemError. */
export type FixtureAnswer =
  | { status?: number; json: unknown; headers?: Record<string, string> }
  | { status?: number; text: string; headers?: Record<string, string> }
  | 'drop';

type RawHandler = (request: FixtureRequest, response: ServerResponse) => void;
type Handler = (request: FixtureRequest) => FixtureAnswer | Promise<FixtureAnswer>;

/**
 * A real HTTP server on a free loopback port in place of the gateway, for specs of browser code. While it runs, the
 * global `fetch` and `XMLHttpRequest` resolve relative URLs against it.
 */
export class FixtureServer {
  readonly requests: FixtureRequest[] = [];
  private readonly handlers = new Map<string, Handler>();
  private readonly rawHandlers = new Map<string, RawHandler>();
  private readonly server: Server;
  private readonly pageFetch = globalThis.fetch;
  private readonly pageRequest = globalThis.XMLHttpRequest;

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(): Promise<FixtureServer> {
    const fixture = new FixtureServer();
    await new Promise<void>((listening) => fixture.server.listen(0, '127.0.0.1', listening));
    globalThis.fetch = fixture.fetch;
    if (fixture.pageRequest) globalThis.XMLHttpRequest = requestAgainst(fixture.pageRequest, fixture.origin);
    return fixture;
  }

  /** `fetch` that resolves relative URLs against this server. */
  readonly fetch: typeof fetch = (input, init) => this.pageFetch(new URL(String(input), this.origin), init);

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the response of an operation. Operations without one get `no_such_route` (404). */
  on(operation: Operation, handler: Handler | FixtureAnswer): void {
    this.handlers.set(operationKey(operation), typeof handler === 'function' ? handler : () => handler);
  }

  /** Sets the handler of GET requests for a path below /api/v1 that isn't an operation, such as the live stream. */
  onPath(path: string, handler: RawHandler): void {
    this.rawHandlers.set(path, handler);
  }

  requestsOf(operation: Operation): FixtureRequest[] {
    return this.requests.filter((request) => matches(operationKey(operation), request));
  }

  reset(): void {
    this.handlers.clear();
    this.rawHandlers.clear();
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    globalThis.fetch = this.pageFetch;
    if (this.pageRequest) globalThis.XMLHttpRequest = this.pageRequest;
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method === 'OPTIONS') return allowPreflight(incoming, response);
    // jsdom's XMLHttpRequest treats this server as another origin (CORS).
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'content-type, retry-after, x-request-id');
    const request = await read(incoming).catch(() => undefined);
    if (!request) return;
    this.requests.push(request);
    const raw = request.method === 'GET' && this.rawHandlers.get(request.path);
    try {
      if (raw) return raw(request, response);
      const key = [...this.handlers.keys()].find((key) => matches(key, request));
      if (!key) throw new ProblemError('no_such_route');
      write(response, await this.handlers.get(key)!(request));
    } catch (error) {
      if (!(error instanceof ProblemError)) return void response.destroy(error as Error);
      const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
      if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter);
      write(response, { status: error.status, json: error.toProblem('fixture-request'), headers });
    }
  }
}

async function read(incoming: IncomingMessage): Promise<FixtureRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://fixture');
  return {
    method: incoming.method ?? '',
    path: url.pathname.startsWith(apiBase) ? url.pathname.slice(apiBase.length) : url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body: await bodyOf(Buffer.concat(chunks), incoming.headers['content-type']),
  };
}

async function bodyOf(bytes: Buffer<ArrayBuffer>, type = ''): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  if (!type.startsWith('multipart/form-data')) return JSON.parse(bytes.toString('utf8'));
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields = Array.from(form, ([name, value]): [string, string | SentFile] => {
    if (typeof value === 'string') return [name, value];
    return [name, { name: value.name, type: value.type, size: value.size }];
  });
  return Object.fromEntries(fields);
}

function allowPreflight(incoming: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'access-control-allow-headers': incoming.headers['access-control-request-headers'] ?? '',
    })
    .end();
}

function requestAgainst(Request: typeof XMLHttpRequest, origin: string): typeof XMLHttpRequest {
  return class extends Request {
    override open(method: string, url: string | URL): void {
      super.open(method, new URL(url, origin), true);
    }
  };
}

function write(response: ServerResponse, answer: FixtureAnswer): void {
  if (answer === 'drop') return void response.destroy();
  const body = 'json' in answer ? JSON.stringify(answer.json) : answer.text;
  const type = 'json' in answer ? 'application/json' : 'text/html';
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers }).end(body);
}

function matches(key: string, request: FixtureRequest): boolean {
  const [method, path = ''] = key.split(' ');
  const pattern = new RegExp(`^${path.replace(/:[a-z_]+/g, '[^/]+')}$`);
  return method === request.method && pattern.test(request.path);
}
