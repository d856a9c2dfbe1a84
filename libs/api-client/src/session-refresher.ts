import type { Session } from '@docfolio/contracts/entities/session';
import type { BrowserPort } from './browser-port.js';
import { isProblem } from './problem.js';
import { type AuthEvent, nearExpiry, refreshCheckInterval, type SessionRecord } from './session-record.js';
import { LockTimeout, withTabLock } from './tab-lock.js';

/** ms before the first retry of a background refresh, doubled for each further one (specification, section 9). */
export const firstRetryDelay = 200;

const lockName = 'docfolio.session.refresh';

interface Options {
  browser: () => BrowserPort;
  current: () => SessionRecord | null;
  stored: () => SessionRecord | null;
  adoptStored: () => void;
  replace: (session: Session | null, event: AuthEvent) => void;
}

/** Refreshes the session when its access token is about to expire, in one tab at a time, retrying for up to 30 s. */
export class SessionRefresher {
  private refreshing: Promise<void> | null = null;
  private retrying = false;
  private stopped = false;
  private endSleep: () => void = () => {};

  constructor(private readonly options: Options) {}

  /** Calls `check` and `onCheck` every 30 s while the tab is visible. Returns a function that stops this. */
  startChecking(onCheck: () => void): () => void {
    const timer = setInterval(() => {
      if (!this.options.browser().isVisible()) return;
      this.check();
      onCheck();
    }, refreshCheckInterval);
    return () => clearInterval(timer);
  }

  stop(): void {
    this.stopped = true;
    this.endSleep();
  }

  /** Starts a refresh in the background if the token is about to expire. A retry that is waiting runs immediately. */
  check(): void {
    const record = this.options.current();
    if (!record || record.expires_at_local - Date.now() > nearExpiry) return;
    this.endSleep();
    void this.refreshWithRetries();
  }

  /** Refreshes the session, once for concurrent calls, or adopts a newer one of another tab. @throws ProblemError */
  refresh(): Promise<void> {
    this.refreshing ??= this.refreshOnce().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  /** Like `refresh`, but ignores ProblemErrors. */
  async refreshIfPossible(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!isProblem(error)) throw error;
    }
  }

  private async refreshWithRetries(): Promise<void> {
    if (this.retrying) return;
    this.retrying = true;
    const began = Date.now();
    try {
      for (let backoff = firstRetryDelay; ; backoff *= 2) {
        const retryAfter = await this.tryRefresh();
        if (retryAfter === null) return;
        const delay = Math.max(backoff, retryAfter * 1_000);
        if (Date.now() - began + delay >= refreshCheckInterval) return;
        await this.sleep(delay);
        if (this.stopped || !this.options.current()) return;
      }
    } finally {
      this.retrying = false;
    }
  }

  /** Refreshes once. @returns null after success or refusal, else seconds to wait before a retry (0: not specified) */
  private async tryRefresh(): Promise<number | null> {
    try {
      await this.refresh();
      return null;
    } catch (error) {
      if (isRefusal(error)) return null;
      return isProblem(error) ? (error.retryAfter ?? 0) : 0;
    }
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async refreshOnce(): Promise<void> {
    const { browser, current, stored, adoptStored, replace } = this.options;
    const api = await import('./session-api.js');
    const expiring = current();
    if (!expiring) throw api.problem('not_signed_in');
    const underLock = async () => {
      const latest = stored();
      if (latest?.session.refresh_token !== expiring.session.refresh_token) return adoptStored();
      const isStillStored = () => stored()?.session.refresh_token === latest.session.refresh_token;
      let renewed: Session;
      try {
        renewed = await api.refresh(latest.session.refresh_token);
      } catch (error) {
        if (!isStillStored()) return adoptStored();
        if (isRefusal(error)) replace(null, 'SIGNED_OUT');
        throw error;
      }
      if (isStillStored()) replace(renewed, 'TOKEN_REFRESHED');
      else adoptStored();
    };
    try {
      await withTabLock(browser(), lockName, underLock);
    } catch (error) {
      throw error instanceof LockTimeout ? api.problem('unavailable', error) : error;
    }
  }
}

/** Returns whether the server refused the refresh token: status 400 (malformed), 401 or 403. */
function isRefusal(error: unknown): boolean {
  return isProblem(error) && [400, 401, 403].includes(error.status);
}
