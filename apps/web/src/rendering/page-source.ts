import type { Unavailable } from './page-renderer.js';

/** Milliseconds since a service's last answer after which nobody counts on its next. */
const trust = 60_000;
/** Seconds after which to come back, where nobody has named any. */
const defaultRetry = 5;

/** Milliseconds that a visitor waits for a page to be fetched and drawn, where what to think of it later is known. */
const renderPatience = 500;
/**
 * Milliseconds that he waits where nothing is known of the services: a slow first answer of a process that has just
 * started, or that nobody has asked for long, is no outage.
 */
const firstPatience = 2_000;

/**
 * What is known of the services behind one kind of page (a remote's route). That a service is dead shows only after
 * seconds, when nobody waits: a page whose data is late is therefore an outage (503), unless the services have answered
 * a page of this kind within the last minute and have not been away since; then it is only late, and the browser draws
 * it. An empty page with 200 would end up in a search engine. What the gateway has kept is no answer of a service. A page
 * that can do without its data doesn't wait for it until then, and never gets here. Whoever comes first after that
 * minute waits longer; if it was an outage, nobody else does.
 */
export class PageSource {
  #loading = 0;
  #answered = Number.NEGATIVE_INFINITY;
  #missed = Number.NEGATIVE_INFINITY;
  #retryAfter = defaultRetry;

  /** Milliseconds that a visitor waits for a page. */
  get patience(): number {
    return performance.now() - Math.max(this.#answered, this.#missed) < trust ? renderPatience : firstPatience;
  }

  /** Follows a page's load to its end. */
  async follow<T>(load: Promise<T>): Promise<T> {
    this.#loading += 1;
    try {
      return await load;
    } finally {
      this.#loading -= 1;
    }
  }

  /** A service has answered what a page needs. */
  hasAnswered(): void {
    this.#answered = performance.now();
    this.#missed = Number.NEGATIVE_INFINITY;
    this.#retryAfter = defaultRetry;
  }

  /** What a page can't do without is away. @param retryAfter in seconds */
  isAway(retryAfter: number): void {
    this.#answered = Number.NEGATIVE_INFINITY;
    this.#missed = performance.now();
    this.#retryAfter = retryAfter;
  }

  /** What a page is that isn't there in time: an outage from now on, or undefined when it is only late. */
  ofLatePage(): Unavailable | undefined {
    if (this.#loading === 0 || performance.now() - this.#answered < trust) return undefined;
    this.#missed = performance.now();
    return { kind: 'unavailable', retryAfter: this.#retryAfter };
  }
}
