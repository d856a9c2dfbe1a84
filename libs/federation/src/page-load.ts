import type { CacheTag } from '@docfolio/contracts/cache';
import type { QueryClient } from '@tanstack/react-query';

export interface PageRequest {
  pathname: string;
  search: URLSearchParams;
  /** Aborts after 300 ms: optional data that hasn't arrived by then is left out. The visitor waits 500 ms, or 2 s, in total. */
  patience: AbortSignal;
}

export interface PageLoad {
  /** 404 if the path matches a route, but the record that it names doesn't exist. */
  status: 200 | 404;
  location?: string;
  /** Tags under which the page is cached until an event invalidates one of them. Undefined: not cached. */
  tags?: readonly CacheTag[];
  /** Optional data that is missing from the page: its name to the reason. The web process logs it. */
  missing?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the canonical URL that a page is rendered at and cached by: its path and only the query parameters it uses,
 * so that tracking parameters don't multiply cache entries. The browser must render the same at its own URL. Exported
 * as `addressOf` from a remote's `src/server.ts`; without it pages are rendered without a query.
 */
export type AddressOf = (request: Pick<PageRequest, 'pathname' | 'search'>) => string;

/**
 * Fetches a page's data into the query client, so that the browser can hydrate it without repeating a request. Optional
 * data may fail; if required data is unavailable, `load` must reject with the problem, which is sent as 503. Exported
 * as `load` from a remote's `src/server.ts`, beside `Routes`.
 */
export type LoadPage = (request: PageRequest, client: QueryClient) => Promise<PageLoad>;
