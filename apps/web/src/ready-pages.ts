import type { IncomingMessage } from 'node:http';
import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import { type CacheHit, type HitName, KeysByUrl, type ReadyResponses } from '@docfolio/edge/ready-responses';
import { responseWith } from '@docfolio/edge/representations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageTiming } from './remotes/page-timing.js';
import type { PageRemotes } from './remotes/remotes.js';
import type { Rendered } from './rendering/rendered.js';
import type { PageContext, Template } from './rendering/renderer.js';
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
  timing: Pick<PageTiming, 'of'>;
}

interface ReadyPage {
  key: string;
  build: ServerBuild;
  template: Template;
  remotes: PageRemotes;
  name: HitName;
  /** Names and values, alternating, of the headers that do not describe the body. */
  head: readonly string[];
}

/** ms for which files that pages are made of are not read again. */
const recheckInterval = 1_000;
/** Cookies that change a page: see remotes/overrides.ts and forms/outcome-cookie.ts. */
const personalCookie = /docfolio_override|form_outcome/;

/**
 * Remembers by URL under which key a page is cached and with which headers it was sent, so that the next request reads
 * no file. A replaced file is noticed within a second.
 */
export class ReadyPages implements ReadyResponses {
  private readonly pages = new KeysByUrl<ReadyPage>();
  private parts: PageParts | undefined;
  private partsReadAt = Number.NEGATIVE_INFINITY;
  private reading: object | undefined;

  constructor(private readonly options: ReadyPagesOptions) {}

  find(request: IncomingMessage): CacheHit | undefined {
    const { headers } = request;
    const page = this.pages.get(this.urlOf(request));
    if (!page || !this.isCurrent(page)) return undefined;
    if (!this.isForAll(request)) return undefined;
    const rendered = this.options.cached(page.key);
    const representation = rendered?.html.peek(acceptedEncoding(headers));
    if (!representation) return undefined;
    const { status, head, body } = responseWith(representation, headers['if-none-match']);
    const timing = this.options.timing.of(page.remotes);
    const ofPage = timing === undefined ? page.head : page.head.concat('server-timing', timing);
    return { response: { status, head: ofPage.concat(head), body }, name: page.name };
  }

  /** Remembers a page that is about to be sent, with the headers of its reply, which must not be for one visitor only. */
  add(request: FastifyRequest, reply: FastifyReply, context: PageContext, { cachedAs }: Rendered): void {
    const { template, remotes, page } = context;
    const headers = reply.getHeaders();
    const { raw } = request;
    if (!cachedAs || !page || reply.statusCode !== 200 || headers['set-cookie'] || headers.connection) return;
    if (request.method !== 'GET' || !this.isForAll(raw)) return;
    const ofBody = ['content-type', 'text/html; charset=utf-8', 'vary', 'accept-encoding'];
    const head = [...Object.entries(headers).flatMap(([name, value]) => [name, String(value)]), ...ofBody];
    const operation = pageOperation(page.path);
    const name: HitName = { cache: 'pages', operation, route: operation };
    this.pages.set(this.urlOf(raw), { ...cachedAs, template, remotes, head, name });
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

  /** Returns what distinguishes the pages of this process: the URL, and the host unless the site has a fixed one. */
  private urlOf({ url, headers }: IncomingMessage): string {
    return this.options.siteUrl === undefined ? `${headers.host} ${url}` : String(url);
  }
}
