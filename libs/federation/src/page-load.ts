import type { CacheTag } from '@docfolio/contracts/cache';
import type { QueryClient } from '@tanstack/react-query';

/** A page address that the web process is to answer with HTML. */
export interface PageRequest {
  /** Without a last slash. */
  pathname: string;
  search: URLSearchParams;
}

/** What the web process has to know of a page beside its HTML. */
export interface PageLoad {
  /** 404 for an address that matches a page but names nothing that is there. */
  status: 200 | 404;
  /** The page's address now, as a path: answered with 301. */
  location?: string;
  /** What the page is made from: it is kept until an event drops one of these. Undefined: it isn't kept. */
  tags?: readonly CacheTag[];
}

/**
 * Fetches what a page shows into the query client, so that it can be drawn on the server and taken over by the browser
 * without a second request. What a page can do without is prefetched and may fail; an outage of what it can't do without
 * rejects, which is answered with 503. A remote exports one as `load` from `src/server.ts`, beside `Routes`.
 */
export type LoadPage = (request: PageRequest, client: QueryClient) => Promise<PageLoad>;
