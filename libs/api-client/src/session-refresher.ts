import type { Session } from '@docfolio/contracts/session';
import type { BrowserPort } from './browser-port.js';
import { isProblem } from './problem.js';
import { type AuthEvent, nearExpiry, refreshCheckInterval, type SessionRecord } from './session-record.js';
import { LockTimeout, withTabLock } from './tab-lock.js';

/** Milliseconds before the first retry of a refresh; each next one waits twice as long (specification, section 9). */
export const firstRetryWait = 200;

const lockName = 'docfolio.session.refresh';

interface Options {
  browser: () => BrowserPort;
  /** The session as this tab knows it, and as the storage has it. */
  current: () => SessionRecord | null;
  stored: () => SessionRecord | null;
  /** Takes over what is stored. */
  follow: () => void;
  replace: (session: Session | null, event: AuthEvent) => void;
}

/**
 * Keeps the session fresh: looks every 30 s, refreshes when it is near expiry, one tab at a time. Trouble on the way
 * (no network, a server that is down or busy) is tried again and never signs out; the server's refusal does.
 */
export class SessionRefresher {
  #refreshing: Promise<void> | null = null;
  #insisting = false;
  #stopped = false;
  #wakeUp: () => void = () => {};

  constructor(private readonly options: Options) {}

  /** Starts the check every 30 s; `alsoDo` runs with each. Hidden tabs wait until they are seen again. */
  startChecking(alsoDo: () => void): () => void {
    const timer = setInterval(() => {
      if (!this.options.browser().isVisible()) return;
      this.check();
      alsoDo();
    }, refreshCheckInterval);
    return () => clearInterval(timer);
  }

  stop(): void {
    this.#stopped = true;
    this.#wakeUp();
  }

  /** Refreshes a session that is near its end, in the background; a retry that is waiting runs at once. */
  check(): void {
    const record = this.options.current();
    if (!record || record.expires_at_local - Date.now() > nearExpiry) return;
    this.#wakeUp();
    void this.#insist();
  }

  /**
   * One try. Callers at the same time share it; a session that another tab has refreshed meanwhile is taken over.
   * @throws ProblemError
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** One try that leaves the session as it is when the server can't be reached. */
  async refreshIfPossible(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!isProblem(error)) throw error;
    }
  }

  async #insist(): Promise<void> {
    if (this.#insisting) return;
    this.#insisting = true;
    const began = Date.now();
    try {
      for (let wait = firstRetryWait; ; wait *= 2) {
        const asked = await this.#tryRefresh();
        if (asked === null) return;
        const pause = Math.max(wait, asked * 1_000);
        // What lasts longer is for the next look.
        if (Date.now() - began + pause >= refreshCheckInterval) return;
        await this.#sleep(pause);
        if (this.#stopped || !this.options.current()) return;
      }
    } finally {
      this.#insisting = false;
    }
  }

  /** After trouble that another try may overcome, the seconds that the server asks to wait; else null. */
  async #tryRefresh(): Promise<number | null> {
    try {
      await this.refresh();
      return null;
    } catch (error) {
      if (isRefusal(error)) return null;
      return isProblem(error) ? (error.retryAfter ?? 0) : 0;
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #refreshOnce(): Promise<void> {
    const { browser, current, stored, follow, replace } = this.options;
    const api = await import('./session-api.js');
    const wanted = current();
    if (!wanted) throw api.problem('not_signed_in');
    const underLock = async () => {
      const held = stored();
      if (held?.session.refresh_token !== wanted.session.refresh_token) return follow();
      const isStillStored = () => stored()?.session.refresh_token === held.session.refresh_token;
      let renewed: Session;
      try {
        renewed = await api.refresh(held.session.refresh_token);
      } catch (error) {
        if (!isStillStored()) return follow();
        if (isRefusal(error)) replace(null, 'SIGNED_OUT');
        throw error;
      }
      // A sign-in or sign-out while the answer was under way stands above it.
      if (isStillStored()) replace(renewed, 'TOKEN_REFRESHED');
      else follow();
    };
    try {
      await withTabLock(browser(), lockName, underLock);
    } catch (error) {
      throw error instanceof LockTimeout ? api.problem('unavailable', error) : error;
    }
  }
}

/** The server has looked at the refresh token and will not have it (400: it isn't even the shape of one). */
function isRefusal(error: unknown): boolean {
  return isProblem(error) && [400, 401, 403].includes(error.status);
}
