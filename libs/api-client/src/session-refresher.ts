import { ProblemError } from '@docfolio/contracts/problem';
import { auth, type Session } from '@docfolio/contracts/session';
import type { BrowserPort } from './browser-port.js';
import { send } from './send.js';
import { type AuthEvent, nearExpiry, refreshCheckInterval, type SessionRecord } from './session-record.js';
import { withTabLock } from './tab-lock.js';

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
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  async #insist(): Promise<void> {
    if (this.#insisting) return;
    this.#insisting = true;
    const began = Date.now();
    try {
      for (let wait = firstRetryWait; ; wait *= 2) {
        const trouble = await this.#troubleOfRefresh();
        const pause = Math.max(wait, (trouble?.retryAfter ?? 0) * 1_000);
        // What lasts longer is for the next look.
        if (!trouble || Date.now() - began + pause >= refreshCheckInterval) return;
        await this.#sleep(pause);
        if (this.#stopped || !this.options.current()) return;
      }
    } finally {
      this.#insisting = false;
    }
  }

  /** The trouble that another try may overcome, or null after a success or a refusal. */
  async #troubleOfRefresh(): Promise<ProblemError | null> {
    try {
      await this.refresh();
      return null;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return isRefusal(error) ? null : error;
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
    const wanted = current();
    if (!wanted) throw new ProblemError('not_signed_in');
    await withTabLock(browser(), lockName, async () => {
      const held = stored();
      if (held?.session.refresh_token !== wanted.session.refresh_token) return follow();
      const isStillStored = () => stored()?.session.refresh_token === held.session.refresh_token;
      let renewed: Session;
      try {
        renewed = await send(auth.refresh, { refresh_token: held.session.refresh_token });
      } catch (error) {
        if (!isStillStored()) return follow();
        if (error instanceof ProblemError && isRefusal(error)) replace(null, 'SIGNED_OUT');
        throw error;
      }
      // A sign-in or sign-out while the answer was under way stands above it.
      if (isStillStored()) replace(renewed, 'TOKEN_REFRESHED');
      else follow();
    });
  }
}

/** The server has looked at the refresh token and will not have it (400: it isn't even the shape of one). */
function isRefusal(error: ProblemError): boolean {
  return error.status === 400 || error.status === 401 || error.status === 403;
}
