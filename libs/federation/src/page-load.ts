import type { CacheTag } from '@docfolio/contracts/core/cache';
import type { QueryClient } from '@tanstack/react-query';

export interface PageRequest {
  pathname: string;
  search: URLSearchParams;
  /** Aborts after 300 ms: optional data that hasn't arrived by then is left out of the page. */
  patience: AbortSignal;
}

export interface PageLoad {
  /** 404 if the path matches a route, but the record that it names doesn't exist. */
  status: 200 | 404;
  location?: string;
  /** Tags under which the page is cached, up to 60 s or until one is invalidated. Undefined: not cached. */
  tags?: readonly CacheTag[];
  /** Optional data that is missing from the page: its name to the reason. The web process logs it. */
  missing?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the URL that a page is rendered at and cached by: its path with only the query parameters it uses. The
 * browser must render the same at its own URL. Exported by a remote's `src/server.ts`. Default: the path alone.
 */
export type AddressOf = (request: Pick<PageRequest, 'pathname' | 'search'>) => string;

/**
 * Fetches a page's data into the query client, for rendering and hydration. A remote's `src/server.ts` exports it as
 * `load`. Optional data may fail. If required data is unavailable, `load` must reject with the problem (sent as 503).
 */
export type LoadPage = (request: PageRequest, client: QueryClient) => Promise<PageLoad>;
