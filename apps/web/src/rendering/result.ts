import type { CacheTag } from '@docfolio/contracts/cache';
import type { ResponseBody } from '../response-body.js';

export interface Rendered {
  kind: 'rendered';
  status: 200 | 404;
  body: ResponseBody;
  /** What the page depends on; undefined if it must not be cached. */
  tags: readonly CacheTag[] | undefined;
  /** The page includes every invalidation up to this number. */
  sequence: number;
  /** ms since the oldest gateway response in it was computed. */
  age: number;
}

export interface Moved {
  kind: 'moved';
  /** A path of this site. */
  location: string;
}

/** A service that the page needs is down. */
export interface Unavailable {
  kind: 'unavailable';
  /** In seconds. */
  retryAfter: number;
}

/** The gateway failed without being down: the status is 500, and the browser renders the page. */
export interface Failed {
  kind: 'failed';
}

/** The visitor is over a rate limit. */
export interface Limited {
  kind: 'limited';
  /** In seconds. */
  retryAfter: number;
  /** Whose limit it is. It must not affect others who share the computation. */
  address: string;
}

export type RenderResult = Rendered | Moved | Unavailable | Failed | Limited;
