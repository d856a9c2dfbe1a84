import { limitedAddress } from './trusted-proxies.js';

interface Window {
  start: number;
  count: number;
  previous: number;
}

const windowLength = 60_000;

/**
 * A limit of what one address may do in a minute, counted in this process. It stops a client gone wild before anything
 * is done for it; counting it in Redis would cost every read a round trip and would fail with Redis.
 * Two fixed windows weighted by time approximate a sliding one.
 */
export class AddressLimit {
  private readonly windows = new Map<string, Window>();
  private sweptAt = 0;

  /** @param limit acts a minute; Infinity counts nothing. */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts an act. Returns 0 when it may pass, else the seconds until another may. */
  count(address: string): number {
    if (this.limit === Number.POSITIVE_INFINITY) return 0;
    const now = this.now();
    this.sweep(now);
    const window = this.windowOf(limitedAddress(address), now);
    const elapsed = now - window.start;
    const weight = window.count + window.previous * (1 - elapsed / windowLength);
    if (weight >= this.limit) return Math.max(1, Math.ceil((windowLength - elapsed) / 1_000));
    window.count++;
    return 0;
  }

  private windowOf(address: string, now: number): Window {
    let window = this.windows.get(address);
    if (!window) {
      window = { start: now, count: 0, previous: 0 };
      this.windows.set(address, window);
    }
    const age = now - window.start;
    if (age >= windowLength) {
      const adjacent = age < 2 * windowLength;
      window.previous = adjacent ? window.count : 0;
      window.start = adjacent ? window.start + windowLength : now;
      window.count = 0;
    }
    return window;
  }

  /** Forgets addresses that have been quiet for two windows, so that the map stays as small as its traffic. */
  private sweep(now: number): void {
    if (now - this.sweptAt < windowLength) return;
    this.sweptAt = now;
    for (const [address, window] of this.windows)
      if (now - window.start >= 2 * windowLength) this.windows.delete(address);
  }
}
