import { rateLimitKey } from './trusted-proxies.js';

interface Window {
  start: number;
  count: number;
  previous: number;
}

const windowMs = 60_000;

/** Limits the requests per minute of each client address, in this process only, by an approximate sliding window. */
export class AddressLimit {
  private readonly windows = new Map<string, Window>();
  private idleDroppedAt = 0;

  /** @param limit requests per minute and address; Infinity allows all @param now clock in ms, for specs */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts a request. @returns 0 if it is allowed; else it isn't counted: seconds until the window ends */
  count(address: string): number {
    if (this.limit === Number.POSITIVE_INFINITY) return 0;
    const now = this.now();
    this.dropIdle(now);
    const window = this.windowOf(rateLimitKey(address), now);
    const elapsed = now - window.start;
    const weight = window.count + window.previous * (1 - elapsed / windowMs);
    if (weight >= this.limit) return Math.max(1, Math.ceil((windowMs - elapsed) / 1_000));
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
    if (age >= windowMs) {
      const adjacent = age < 2 * windowMs;
      window.previous = adjacent ? window.count : 0;
      window.start = adjacent ? window.start + windowMs : now;
      window.count = 0;
    }
    return window;
  }

  private dropIdle(now: number): void {
    if (now - this.idleDroppedAt < windowMs) return;
    this.idleDroppedAt = now;
    for (const [address, window] of this.windows) if (now - window.start >= 2 * windowMs) this.windows.delete(address);
  }
}
