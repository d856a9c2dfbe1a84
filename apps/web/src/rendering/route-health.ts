import type { Unavailable } from './result.js';

/** ms for which a result is considered to show the current health of the services. */
const knownFor = 60_000;
/** Retry-After in seconds if the gateway named none. */
const defaultRetryAfter = 5;
/** ms that a visitor waits for server rendering if it succeeded or failed within the last minute. */
const renderTimeout = 500;
/** ms that a visitor waits otherwise: a process that has just started may be slow without being down. */
const coldRenderTimeout = 2_000;

/**
 * Distinguishes a slow page from an outage, for one page route of a remote.
 *
 * A dead service is detected only after seconds, longer than a visitor waits. A page that misses its timeout is
 * - slow, if its data is loaded, or this route's last result is a success of the last minute: the browser renders it;
 * - unavailable (503) otherwise. An empty page with status 200 would end up in search indexes.
 *
 * Responses from the gateway's cache do not show that a service is up. After a minute without a success or a failure,
 * visitors wait 2 s instead of 0.5 s until the next one.
 */
export class RouteHealth {
  #loading = 0;
  #succeededAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #retryAfter = defaultRetryAfter;

  /** ms that a visitor waits for the page. */
  get timeout(): number {
    return performance.now() - Math.max(this.#succeededAt, this.#failedAt) < knownFor
      ? renderTimeout
      : coldRenderTimeout;
  }

  /** Counts a load as in flight until it settles. */
  async track<T>(load: Promise<T>): Promise<T> {
    this.#loading += 1;
    try {
      return await load;
    } finally {
      this.#loading -= 1;
    }
  }

  recordSuccess(): void {
    this.#succeededAt = performance.now();
    this.#failedAt = Number.NEGATIVE_INFINITY;
    this.#retryAfter = defaultRetryAfter;
  }

  /** Records that a service is down. @param retryAfter in seconds */
  recordOutage(retryAfter: number): void {
    this.#succeededAt = Number.NEGATIVE_INFINITY;
    this.#failedAt = performance.now();
    this.#retryAfter = retryAfter;
  }

  /** Records that a page missed its timeout. @returns the 503 to send; undefined if it is only slow */
  recordTimeout(): Unavailable | undefined {
    if (this.#loading === 0 || performance.now() - this.#succeededAt < knownFor) return undefined;
    this.#failedAt = performance.now();
    return { kind: 'unavailable', retryAfter: this.#retryAfter };
  }
}
