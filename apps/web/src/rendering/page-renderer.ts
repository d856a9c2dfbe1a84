import type { CacheTag } from '@docfolio/contracts/cache';
import type { FormOutcome, RenderedPage } from '@docfolio/federation/server-build';
import { GatewayFetch } from './gateway-fetch.js';
import type { PageSource } from './page-source.js';
import type { ServerBuild } from './server-builds.js';

/**
 * Milliseconds after which the work on a page is given up. Nobody has been waiting for it by then, but the gateway tells
 * after 5 s that a service is dead.
 */
const longestWork = 6000;
/** Milliseconds that a page waits for what it can do without: less than visitors wait for the page. */
const partPatience = 300;

export interface PageRequest {
  log: (error: unknown, message: string) => void;
  /** Path and query, as the page is drawn at. */
  url: string;
  origin: string;
  /** The name of the remote that draws the page. */
  remote: string;
  source: PageSource;
  address: string;
  requestId: string;
  /** What became of a form: part of the page. */
  form?: FormOutcome;
  /** ms that it may take. */
  timeLimit?: number;
}

/** The page has another address now, a path. */
export interface Moved {
  kind: 'moved';
  location: string;
}

/** What the page can't do without is away, for so many seconds at least. */
export interface Unavailable {
  kind: 'unavailable';
  retryAfter: number;
}

/** The gateway answered with a server error that is no outage: the document is a 500, and the browser renders the page. */
export interface Failed {
  kind: 'failed';
}

/** The visitor asks too often, and is told when to come back. */
export interface Limited {
  kind: 'limited';
  /** In seconds. */
  retryAfter: number;
  /** Whose limit it is: nobody else's business. */
  address: string;
}

export interface Rendered {
  kind: 'rendered';
  status: 200 | 404;
  page: RenderedPage;
  /** What it is made from; undefined when it must not be kept. */
  tags: readonly CacheTag[] | undefined;
  /** Number of the last invalidation that everything in it was made after. */
  sequence: number;
  /** Milliseconds that the oldest answer in it has been kept already. */
  age: number;
}

/**
 * Fetches what a page shows and draws it. Whatever the gateway refuses because of the visitor's limit, the page isn't
 * drawn: with a part of it missing it would be nobody's.
 * @throws whatever went wrong but a server error of the gateway: the browser may fare better.
 */
export async function renderPage(
  gatewayUrl: string,
  build: ServerBuild,
  request: PageRequest,
): Promise<Rendered | Moved | Unavailable | Failed | Limited> {
  const { host, remote } = build;
  const { url, origin, source, address, requestId, form, timeLimit = longestWork } = request;
  const [pathname = '', search = ''] = url.split('?', 2);
  const began = performance.now();
  const signal = AbortSignal.timeout(timeLimit);
  const gateway = new GatewayFetch({ gatewayUrl, address, requestId, signal });
  const client = host.createServerQueryClient({ fetch: gateway.fetch, timeout: timeLimit });
  try {
    const patience = AbortSignal.timeout(partPatience);
    const load = await source.follow(remote.load({ pathname, search: new URLSearchParams(search), patience }, client));
    if (gateway.limited !== undefined) return { kind: 'limited', retryAfter: gateway.limited, address };
    if (gateway.isLive) source.hasAnswered();
    for (const [part, why] of Object.entries(load.missing ?? {}))
      request.log(why, `a page is drawn without its ${part}`);
    if (load.location !== undefined) return { kind: 'moved', location: ownPath(load.location) };
    const page = await host.renderPage({
      url,
      origin,
      client,
      remote: request.remote,
      Routes: remote.Routes,
      form,
      signal,
    });
    const age = gateway.age + performance.now() - began;
    return { kind: 'rendered', status: load.status, page, tags: load.tags, sequence: gateway.sequence, age };
  } catch (error) {
    if (gateway.limited !== undefined) return { kind: 'limited', retryAfter: gateway.limited, address };
    if (!host.isProblem(error) || error.status < 500) throw error;
    if (error.status !== 503) {
      request.log(error, 'the gateway failed to answer what a page needs');
      return { kind: 'failed' };
    }
    const retryAfter = error.retryAfter ?? 1;
    source.isAway(retryAfter);
    return { kind: 'unavailable', retryAfter };
  } finally {
    client.clear();
  }
}

/** @throws Error for what would lead to another site. */
function ownPath(location: string): string {
  if (!/^\/(?![/\\])/.test(location)) throw new Error('A page moves within its site only');
  return location;
}
