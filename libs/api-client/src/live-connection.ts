import { type LiveChange, liveHeartbeat, liveLookback } from '@docfolio/contracts/live';
import { hearLiveStream } from './live-stream.js';
import { isProblem } from './problem.js';
import type { SessionStore } from './session-store.js';

/**
 * `live`: what happens is told within a second. `reconnecting`: not for the moment, and it will be caught up on.
 * `offline`: not for a while, or nobody is signed in; it goes on trying.
 */
export type LiveStatus = 'live' | 'reconnecting' | 'offline';

/** Changes in their order, or `reset`: what was missed is no longer known, so everything is to be asked for anew. */
export type LiveNews = LiveChange[] | 'reset';
export type LiveListener = (news: LiveNews) => void;

/** Milliseconds that changes are gathered into one array. */
const batchTime = 50;
/** Milliseconds of the first wait for another try, unless the server says, and of the longest. */
const firstWait = 250;
const longestWait = 10_000;
/** Failed tries in a row after which it is no mere hiccup: some 4 to 8 seconds. */
const failuresUntilOffline = 5;
/** Milliseconds that the connection outlives its last subscriber: the next page brings its own. */
const linger = 1_000;

export interface LiveConnectionOptions {
  session: Pick<SessionStore, 'authorised' | 'getState' | 'subscribe'>;
  /** Milliseconds between the server's signs of life; the contract's unless given. */
  heartbeat?: number;
  /**
   * Milliseconds after which a hidden tab lets go, 20,000 unless given: a browser without HTTP/2 has six connections for
   * all its tabs.
   */
  hiddenPatience?: number;
}

/**
 * Hears what changes on the platform, over one stream for the whole page: opened with the first subscriber while an admin
 * is signed in, kept open through whatever happens to network, server and session, and closed with the last.
 */
export class LiveConnection {
  #status: LiveStatus = 'reconnecting';
  #lastEventId = '';
  #userId: string | undefined;
  /** When the page began to want to hear: what it read from then on may be outdated by the time the stream is there. */
  #since = 0;
  #lastArrival = 0;
  #retry = firstWait;
  #pending: LiveNews = [];
  #batch: ReturnType<typeof setTimeout> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;
  #suspended = false;
  #hurried = false;
  #stops: (() => void)[] = [];
  #run: AbortController | undefined;
  #attempt: AbortController | undefined;
  #endPause: () => void = () => {};
  readonly #listeners = new Set<LiveListener>();
  readonly #watchers = new Set<() => void>();

  constructor(private readonly options: LiveConnectionOptions) {}

  /** Calls back with what has changed since now. Returns the way to unsubscribe. */
  subscribe = (listener: LiveListener): (() => void) => this.#join(this.#listeners, listener);

  getStatus = (): LiveStatus => this.#status;

  /** Calls back after each change of `getStatus()`. Returns the way to unsubscribe. */
  onStatus = (watcher: () => void): (() => void) => this.#join(this.#watchers, watcher);

  #join<T>(members: Set<T>, member: T): () => void {
    members.add(member);
    this.#start();
    return () => {
      members.delete(member);
      if (this.#listeners.size + this.#watchers.size > 0) return;
      clearTimeout(this.#lingering);
      this.#lingering = setTimeout(() => this.#stop(), linger);
    };
  }

  /** On a server does nothing. */
  #start(): void {
    clearTimeout(this.#lingering);
    if (this.#stops.length > 0 || typeof window === 'undefined') return;
    this.#since = Date.now();
    const on = (target: EventTarget, type: string, listener: () => void) => {
      target.addEventListener(type, listener);
      this.#stops.push(() => target.removeEventListener(type, listener));
    };
    on(window, 'online', () => this.#hurry());
    on(window, 'pageshow', () => this.#watchVisibility());
    on(document, 'visibilitychange', () => this.#watchVisibility());
    this.#stops.push(this.options.session.subscribe(() => this.#look()));
    this.#watchVisibility();
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    clearTimeout(this.#hidden);
    this.#hidden = undefined;
    this.#close();
    this.#show('reconnecting');
  }

  /** Opens or closes as the session and the tab want it. */
  #look(): void {
    const { status, user, isAdmin } = this.options.session.getState();
    if (user && user.id !== this.#userId) {
      this.#lastEventId = '';
      this.#since = Date.now();
    }
    this.#userId = user?.id;
    const wanted = status === 'signed-in' && isAdmin !== false;
    if (wanted && !this.#suspended) this.#open();
    else this.#close();
    if (wanted || status === 'loading') return;
    this.#lastEventId = '';
    this.#pending = [];
    this.#show('offline');
  }

  #watchVisibility(): void {
    if (document.visibilityState === 'visible') {
      clearTimeout(this.#hidden);
      this.#hidden = undefined;
      this.#suspended = false;
      // A machine that has slept: the stream's end may never have arrived.
      if (this.#status === 'live' && Date.now() - this.#lastArrival > 1.5 * this.#heartbeat) this.#hurry();
      else this.#endPause();
    } else {
      this.#hidden ??= setTimeout(() => {
        this.#suspended = true;
        this.#look();
      }, this.options.hiddenPatience ?? 20_000);
    }
    this.#look();
  }

  /** A new connection at once, in the place of one that may be dead by now. */
  #hurry(): void {
    this.#hurried = true;
    this.#attempt?.abort();
    this.#endPause();
  }

  #open(): void {
    if (this.#run) return;
    this.#show('reconnecting');
    this.#run = new AbortController();
    void this.#keepOpen(this.#run.signal);
  }

  #close(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#attempt?.abort();
    this.#endPause();
  }

  async #keepOpen(closed: AbortSignal): Promise<void> {
    let failures = 0;
    while (!closed.aborted) {
      const began = Date.now();
      this.#hurried = false;
      const attempt = new AbortController();
      this.#attempt = attempt;
      const error = await this.#hear(attempt);
      if (closed.aborted) return;
      const opened = this.#status === 'live';
      if (opened) {
        this.#show('reconnecting');
        // One that ends as soon as it is there is no success.
        if (Date.now() - began >= this.#heartbeat) failures = 0;
      }
      failures += 1;
      if (failures >= failuresUntilOffline || (!opened && !navigator.onLine)) this.#show('offline');
      if (!this.#hurried) await this.#pause(this.#waitAfter(failures, error));
    }
  }

  /** Hears one stream until it ends. @returns why, where it didn't just end */
  async #hear(attempt: AbortController): Promise<unknown> {
    const { session } = this.options;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const arrived = () => {
      this.#lastArrival = Date.now();
      clearTimeout(silence);
      silence = setTimeout(() => this.#hurry(), 2.5 * this.#heartbeat);
    };
    try {
      await hearLiveStream({
        session,
        lastEventId: this.#lastEventId,
        signal: attempt.signal,
        onOpen: () => {
          if (attempt.signal.aborted) return;
          arrived();
          this.#show('live');
          // Older than what the stream begins with: that may have been outdated in between.
          if (this.#lastEventId === '' && Date.now() - this.#since > liveLookback / 2) this.#tell(['reset']);
        },
        onArrival: (news, { lastEventId, retry }) => {
          if (attempt.signal.aborted) return;
          arrived();
          this.#tell(news);
          if (lastEventId !== '') this.#lastEventId = lastEventId;
          if (retry !== undefined) this.#retry = Math.min(Math.max(retry, firstWait), longestWait);
        },
      });
      return undefined;
    } catch (error) {
      return error;
    } finally {
      clearTimeout(silence);
    }
  }

  /** Twice as long each time, and never for everybody at once. */
  #waitAfter(failures: number, error: unknown): number {
    if (isProblem(error) && error.status === 403) return longestWait;
    const wait = Math.min(longestWait, this.#retry * 2 ** (failures - 1));
    const asked = isProblem(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
    return Math.max(asked, wait * (0.5 + Math.random() / 2));
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #tell(news: readonly (LiveChange | 'reset')[]): void {
    for (const one of news) {
      if (one === 'reset') this.#pending = 'reset';
      else if (this.#pending !== 'reset') this.#pending.push(one);
    }
    if (this.#pending.length > 0) this.#batch ??= setTimeout(() => this.#deliver(), batchTime);
  }

  #deliver(): void {
    const news = this.#pending;
    this.#pending = [];
    this.#batch = undefined;
    // Its reader has signed out.
    if (news.length === 0) return;
    for (const listener of [...this.#listeners]) {
      try {
        listener(news);
      } catch (error) {
        console.error('A listener failed on live changes', error);
      }
    }
  }

  #show(status: LiveStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const watcher of [...this.#watchers]) watcher();
  }

  get #heartbeat(): number {
    return this.options.heartbeat ?? liveHeartbeat;
  }
}
