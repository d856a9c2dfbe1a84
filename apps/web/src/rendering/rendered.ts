import type { CacheTag } from '@docfolio/contracts/core/cache';
import type { Representations } from '@docfolio/edge/representations';
import type { ServerBuild } from './server-builds.js';

/** A response of the gateway that a page was rendered from. */
export interface PageSource {
  /** Path and query of the request. */
  url: string;
  etag: string;
}

export interface Rendered {
  kind: 'rendered';
  status: 200 | 404;
  html: Representations;
  /** Cache tags of the data in the page; undefined if it must not be cached. */
  tags: readonly CacheTag[] | undefined;
  /** The page includes every invalidation up to this number. */
  sequence: number;
  /** ms since the oldest gateway response in it was computed. */
  age: number;
  /** The responses that it was rendered from; undefined if they cannot be revalidated. */
  sources: readonly PageSource[] | undefined;
  /** `performance.now()` at which it was rendered. */
  renderedAt: number;
  /** The key in the cache, and the build in it; undefined if the page is for one visitor. */
  cachedAs?: { key: string; build: ServerBuild };
}

export interface Moved {
  kind: 'moved';
  /** A path of this site. */
  location: string;
}

/** A service that the page needs is down. */
export interface Unavailable {
  kind: 'unavailable';
  /** Retry-After in seconds. */
  retryAfter: number;
}

/** The gateway responded with a 5xx other than 503. The page's status is 500, and the browser renders it. */
export interface Failed {
  kind: 'failed';
}

/** The page is not rendered, because its visitor has exceeded a rate limit of this process or of the gateway. */
export interface Limited {
  kind: 'limited';
  /** Retry-After in seconds. */
  retryAfter: number;
  /** The visitor's address. The limit must not affect other visitors who wait for the same rendering. */
  address: string;
}

/** The deployed build of the page's remote failed by itself: another build may render the page. */
export interface Broken {
  kind: 'broken';
}

export type RenderResult = Rendered | Moved | Unavailable | Failed | Limited | Broken;
