import type { IncomingMessage } from 'node:http';
import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import { matchesEtag } from '@docfolio/edge/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyResponse, ReadyResponses } from './fast-path.js';
import type { PageRemotes } from './remotes/remotes.js';
import type { PageContext, Template } from './rendering/renderer.js';
import type { Rendered } from './rendering/result.js';
import type { ServerBuild } from './rendering/server-builds.js';
import { pageOperation } from './request-metrics.js';

/** The files that pages are made of, each the same object until it changes. */
export interface PageParts {
  template: Template;
  remotes: PageRemotes;
  builds: ReadonlySet<ServerBuild>;
}

interface ReadyPagesOptions {
  siteUrl: string | undefined;
  /** Returns the page of a cache key unless it has been invalidated. */
  cached(key: string): Rendered | undefined;
  /** Reads the parts again; undefined if visitors get different ones. */
  parts(): Promise<PageParts | undefined>;
}

interface ReadyPage {
  key: string;
  build: ServerBuild;
  template: Template;
  remotes: PageRemotes;
  operation: string;
  /** Names and values, alternating, of the headers that do not describe the body. */
  head: readonly string[];
}

/** ms for which files that pages are made of are not read again. */
const recheckInterval = 1_000;
/** Remembered URLs: their number, and their length in characters. */
const urls = { count: 10_000, length: 300 };
/** Cookies that change a page: see remotes/overrides.ts and forms/outcome-cookie.ts. */
const personalCookie = /docfolio_override|form_outcome/;

/**
 * Remembers by URL under which key a page is cached and with which headers it was sent, so that the next request reads
 * no file. A replaced file is noticed within a second.
 */
export class ReadyPages implements ReadyResponses {
  private readonly pages = new Map<string, ReadyPage>();
  private parts: PageParts | undefined;
  private partsReadAt = Number.NEGATIVE_INFINITY;
  private reading: object | undefined;

  constructor(private readonly options: ReadyPagesOptions) {}

  find(request: IncomingMessage): ReadyResponse | undefined {
    const { headers } = request;
    const page = this.pages.get(this.keyOf(request));
    if (!page || !this.isCurrent(page)) return undefined;
    if (!this.isForAll(request)) return undefined;
    const rendered = this.options.cached(page.key);
    const body = rendered?.body.peek(acceptedEncoding(headers['accept-encoding'] as string | undefined));
    if (!body) return undefined;
    const served = { cache: 'pages', operation: page.operation } as const;
    return matchesEtag(body.etag, headers['if-none-match'])
      ? { status: 304, head: [...page.head, 'etag', body.etag], body: undefined, ...served }
      : { status: 200, head: [...page.head, ...body.head], body: body.bytes, ...served };
  }

  /** Remembers a page that is about to be sent, with the headers of its reply. */
  add(request: FastifyRequest, reply: FastifyReply, context: PageContext, { cachedAs }: Rendered): void {
    const { template, remotes, page } = context;
    const headers = reply.getHeaders();
    const { raw } = request;
    if (!cachedAs || !page || reply.statusCode !== 200 || headers['set-cookie'] || headers.connection) return;
    if (request.method !== 'GET' || request.url.length > urls.length || !this.isForAll(raw)) return;
    if (this.pages.size >= urls.count) this.pages.clear();
    const ofBody = ['content-type', 'text/html; charset=utf-8', 'vary', 'accept-encoding'];
    const head = [...Object.entries(headers).flatMap(([name, value]) => [name, String(value)]), ...ofBody];
    this.pages.set(this.keyOf(raw), { ...cachedAs, template, remotes, head, operation: pageOperation(page.path) });
  }

  /** Makes the next request read the parts again. */
  expire(): void {
    this.parts = undefined;
    this.reading = undefined;
    this.partsReadAt = Number.NEGATIVE_INFINITY;
  }

  private isCurrent({ template, remotes, build }: ReadyPage): boolean {
    if (performance.now() - this.partsReadAt >= recheckInterval) {
      this.readParts();
      return false;
    }
    const { parts } = this;
    return parts?.template === template && parts.remotes === remotes && parts.builds.has(build);
  }

  private readParts(): void {
    if (this.reading) return;
    const reading = {};
    this.reading = reading;
    const startedAt = performance.now();
    const finish = (parts: PageParts | undefined) => {
      if (this.reading !== reading) return;
      this.reading = undefined;
      this.parts = parts;
      this.partsReadAt = startedAt;
    };
    // The page that asked for it fails for the same reason, which it reports.
    this.options.parts().then(finish, () => finish(undefined));
  }

  /** Returns whether a request gets the same page as all others with its host and URL. */
  private isForAll({ headers }: IncomingMessage): boolean {
    if (headers.cookie !== undefined && personalCookie.test(headers.cookie)) return false;
    // A proxy may name another origin than the Host header does.
    const isForwarded = headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined;
    return this.options.siteUrl !== undefined || !isForwarded;
  }

  private keyOf({ url, headers }: IncomingMessage): string {
    return this.options.siteUrl === undefined ? `${headers.host} ${url}` : String(url);
  }
}
