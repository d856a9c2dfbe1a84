import type { CacheTag } from '@docfolio/contracts/cache';
import type { QueryClient } from '@tanstack/react-query';

/** A page address that the web process is to answer with HTML. */
export interface PageRequest {
  /** Without a last slash. */
  pathname: string;
  search: URLSearchParams;
  /** Aborts when the page has to do without what it can do without: a visitor waits 500 ms for all of it. */
  patience: AbortSignal;
}

/** What the web process has to know of a page beside its HTML. */
export interface PageLoad {
  /** 404 for an address that matches a page but names nothing that is there. */
  status: 200 | 404;
  /** The page's address now, as a path: answered with 301. */
  location?: string;
  /** What the page is made from: it is kept until an event drops one of these. Undefined: it isn't kept. */
  tags?: readonly CacheTag[];
  /** What the page is drawn without, by name, and why: the web process logs it. */
  missing?: Readonly<Record<string, unknown>>;
}

/**
 * The address that a page is drawn at: its path, with what it reads of the query spelled in one way, and nothing else.
 * Pages are kept by it, and what else a visitor's query holds (where he came from, who sent him) reaches no page. The
 * browser draws the same at the address that it has. A remote whose pages read their query exports one as `addressOf`
 * from `src/server.ts`; without it pages are drawn without a query.
 */
export type AddressOf = (request: Pick<PageRequest, 'pathname' | 'search'>) => string;

/**
 * Fetches what a page shows into the query client, so that it can be drawn on the server and taken over by the browser
 * without a second request. What a page can do without is prefetched and may fail; an outage of what it can't do without
 * rejects, which is answered with 503. A remote exports one as `load` from `src/server.ts`, beside `Routes`.
 */
export type LoadPage = (request: PageRequest, client: QueryClient) => Promise<PageLoad>;
