import type { Unavailable } from './rendered.js';

/** ms for which a result is considered to show the current health of the services. */
const knownFor = 60_000;
/** Retry-After in seconds if the gateway named none. */
const defaultRetryAfter = 5;
/** ms that a visitor waits for server rendering if it succeeded or failed within the last minute. */
const renderTimeout = 500;
/** ms that a visitor waits otherwise: a process that has just started may be slow without being down. */
const coldRenderTimeout = 2_000;

/**
 * Distinguishes a slow page from an outage, for one page route of a remote. A page that misses its timeout is slow
 * (the browser renders it) if no load of the route is in flight, or one succeeded in the last minute and no outage was
 * recorded since. Otherwise it is unavailable (503): an empty page with status 200 would end up in search indexes.
 */
export class RouteHealth {
  private loading = 0;
  private succeededAt = Number.NEGATIVE_INFINITY;
  private failedAt = Number.NEGATIVE_INFINITY;
  private retryAfter = defaultRetryAfter;

  get timeout(): number {
    return performance.now() - Math.max(this.succeededAt, this.failedAt) < knownFor ? renderTimeout : coldRenderTimeout;
  }

  /** Counts a load as in flight until it settles. */
  async track<T>(load: Promise<T>): Promise<T> {
    this.loading += 1;
    try {
      return await load;
    } finally {
      this.loading -= 1;
    }
  }

  recordSuccess(): void {
    this.succeededAt = performance.now();
    this.failedAt = Number.NEGATIVE_INFINITY;
    this.retryAfter = defaultRetryAfter;
  }

  /** Records that a service is down. @param retryAfter in seconds */
  recordOutage(retryAfter: number): void {
    this.succeededAt = Number.NEGATIVE_INFINITY;
    this.failedAt = performance.now();
    this.retryAfter = retryAfter;
  }

  /** Records that a page missed its timeout. @returns the 503 to send; undefined if it is only slow */
  recordTimeout(): Unavailable | undefined {
    if (this.loading === 0 || performance.now() - this.succeededAt < knownFor) return undefined;
    this.failedAt = performance.now();
    return { kind: 'unavailable', retryAfter: this.retryAfter };
  }
}
