import { liveHeartbeat, liveLookback } from '@docfolio/contracts/core/live';
import { LiveBatches, type LiveListener } from './live-news.js';
import type { LiveStatus } from './live-status.js';
import { type LiveItem, readLiveStream } from './live-stream.js';
import { type LiveState, LiveTabs, type LiveTabsPort, theseTabs } from './live-tabs.js';
import { ReconnectDelay } from './reconnect-delay.js';
import type { SessionStore } from './session-store.js';

/** Failures in a row, the disconnect included, after which the status is `offline`. */
const failuresUntilOffline = 5;
const closeDelay = 1_000;
/** Heartbeats without any arrival after which a stream is dead. */
const beatsUntilSilent = 2.5;

export interface LiveConnectionOptions {
  session: Pick<SessionStore, 'authorised' | 'getState' | 'subscribe'>;
  /** ms between the server's heartbeats. Default: `liveHeartbeat`. */
  heartbeat?: number;
  /** ms after which a hidden tab closes its stream: with HTTP/1.1 all tabs share six connections. Default: 20,000. */
  hiddenTimeout?: number;
  /** Default: those of this browser. */
  tabs?: LiveTabsPort;
}

/**
 * Receives live changes of records by an event stream, open while there are subscribers and an admin is signed in. The tabs of a
 * browser share one, which a visible tab has.
 */
export class LiveConnection {
  private status: LiveStatus = 'reconnecting';
  private lastEventId = '';
  private userId: string | undefined;
  /** When (ms) the first subscriber came or the user changed: data fetched since may be stale once the stream opens. */
  private subscribedAt = 0;
  private lastArrival = 0;
  private closeTimer: ReturnType<typeof setTimeout> | undefined;
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  private suspended = false;
  private skipDelay = false;
  private stops: (() => void)[] = [];
  private run: AbortController | undefined;
  private tabs: LiveTabs | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private attempt: AbortController | undefined;
  private readonly delay = new ReconnectDelay();
  private readonly listeners = new Set<LiveListener>();
  private readonly batches = new LiveBatches(this.listeners);
  private readonly watchers = new Set<() => void>();

  constructor(private readonly options: LiveConnectionOptions) {}

  subscribe = (listener: LiveListener): (() => void) => this.join(this.listeners, listener);

  getStatus = (): LiveStatus => this.status;

  onStatus = (watcher: () => void): (() => void) => this.join(this.watchers, watcher);

  private join<T>(members: Set<T>, member: T): () => void {
    members.add(member);
    this.start();
    return () => {
      members.delete(member);
      if (this.listeners.size + this.watchers.size > 0) return;
      clearTimeout(this.closeTimer);
      this.closeTimer = setTimeout(() => this.stop(), closeDelay);
    };
  }

  private start(): void {
    clearTimeout(this.closeTimer);
    if (typeof window === 'undefined') return;
    if (this.stops.length > 0) {
      // What subscribes is on the screen again, although no `pageshow` said so.
      if (this.suspended) this.watchVisibility();
      return;
    }
    this.subscribedAt = Date.now();
    const on = (target: EventTarget, type: string, listener: () => void) => {
      target.addEventListener(type, listener);
      this.stops.push(() => target.removeEventListener(type, listener));
    };
    on(window, 'online', () => this.reconnectNow());
    on(window, 'pageshow', () => this.watchVisibility());
    // A page in the back/forward cache must not keep a connection.
    on(window, 'pagehide', () => this.suspend());
    on(document, 'visibilitychange', () => this.watchVisibility());
    this.stops.push(this.options.session.subscribe(() => this.update()));
    // A hidden tab opens no stream.
    this.suspended = document.visibilityState === 'hidden';
    this.watchVisibility();
  }

  private stop(): void {
    for (const stop of this.stops.splice(0)) stop();
    clearTimeout(this.hiddenTimer);
    this.hiddenTimer = undefined;
    this.close();
    this.setStatus('reconnecting');
  }

  private update(): void {
    const { status, user, isAdmin } = this.options.session.getState();
    if (user && user.id !== this.userId) {
      this.close();
      this.lastEventId = '';
      this.subscribedAt = Date.now();
    }
    this.userId = user?.id;
    const wanted = status === 'signed-in' && isAdmin !== false;
    if (wanted && !this.suspended) this.open();
    else this.close();
    if (wanted || status === 'loading') return;
    this.lastEventId = '';
    this.batches.clear();
    this.setStatus('offline');
  }

  private watchVisibility(): void {
    if (document.visibilityState === 'visible') {
      clearTimeout(this.hiddenTimer);
      this.hiddenTimer = undefined;
      this.suspended = false;
      // The machine may have slept: then the stream is dead, although its end was never received.
      if (this.status === 'live' && Date.now() - this.lastArrival > 1.5 * this.heartbeat) this.reconnectNow();
      else this.delay.end();
    } else {
      this.hiddenTimer ??= setTimeout(() => this.suspend(), this.options.hiddenTimeout ?? 20_000);
    }
    this.update();
  }

  private suspend(): void {
    this.suspended = true;
    this.update();
    if (this.status === 'live') this.setStatus('reconnecting');
  }

  /** Aborts the current stream, which may be dead, and opens another without delay. */
  private reconnectNow(): void {
    this.skipDelay = true;
    this.attempt?.abort();
    this.delay.end();
  }

  private open(): void {
    if (this.run) return;
    this.setStatus('reconnecting');
    const run = new AbortController();
    this.run = run;
    const port = this.options.tabs ?? theseTabs();
    if (!port || !this.userId) {
      void this.keepOpen(run.signal);
      return;
    }
    const tabs = new LiveTabs({
      port,
      userId: this.userId,
      state: () => this.state([]),
      onState: (state) => this.follow(tabs, state),
    });
    this.tabs = tabs;
    this.awaitTab(tabs);
    void tabs.takeTurns(async (turn) => {
      clearTimeout(this.silenceTimer);
      this.setStatus('reconnecting');
      await this.keepOpen(turn);
      if (this.tabs === tabs) this.awaitTab(tabs);
    });
  }

  private close(): void {
    this.run?.abort();
    this.run = undefined;
    this.tabs?.close();
    this.tabs = undefined;
    clearTimeout(this.silenceTimer);
    this.attempt?.abort();
    this.delay.end();
  }

  /** Takes the stream over if the tab that has it sends nothing for too long. */
  private awaitTab(tabs: LiveTabs): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => {
      this.setStatus('reconnecting');
      tabs.takeOver();
    }, beatsUntilSilent * this.heartbeat);
  }

  /** Handles what the tab with the stream has received. */
  private follow(tabs: LiveTabs, { status, news, before, id }: LiveState): void {
    this.awaitTab(tabs);
    // Without an id, this tab has fetched its data after all that it may have missed.
    const missed = this.lastEventId !== '' && this.lastEventId !== before;
    if (id !== '') this.lastEventId = id;
    this.setStatus(status);
    this.batches.add(missed ? ['reset'] : news);
  }

  private state(news: LiveItem[], before = this.lastEventId): LiveState {
    return { status: this.status, news, before, id: this.lastEventId };
  }

  /** Handles what this tab's own stream has brought, and sends it to the other tabs. */
  private receive(news: LiveItem[], before: string): void {
    this.batches.add(news);
    this.tabs?.send(this.state(news, before));
  }

  private async keepOpen(closed: AbortSignal): Promise<void> {
    let failures = 0;
    closed.addEventListener('abort', () => this.attempt?.abort());
    while (!closed.aborted) {
      const began = Date.now();
      this.skipDelay = false;
      const attempt = new AbortController();
      this.attempt = attempt;
      const error = await this.runStream(attempt);
      if (closed.aborted) return;
      const opened = this.status === 'live';
      if (opened) {
        this.setStatus('reconnecting');
        // A stream that ends right after opening doesn't reset the backoff.
        if (Date.now() - began >= this.heartbeat) failures = 0;
      }
      failures += 1;
      if (failures >= failuresUntilOffline || (!opened && !navigator.onLine)) this.setStatus('offline');
      if (!this.skipDelay) await this.delay.wait(failures, error);
    }
  }

  private async runStream(attempt: AbortController): Promise<unknown> {
    const { session } = this.options;
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    const onActivity = () => {
      this.lastArrival = Date.now();
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => this.reconnectNow(), beatsUntilSilent * this.heartbeat);
    };
    // The id of an event comes before its arrival.
    let before = this.lastEventId;
    try {
      await readLiveStream({
        session,
        lastEventId: this.lastEventId,
        signal: attempt.signal,
        onOpen: () => {
          if (attempt.signal.aborted) return;
          onActivity();
          this.setStatus('live');
          // The subscription is older than the changes that the server surely replays.
          if (this.lastEventId === '' && Date.now() - this.subscribedAt > liveLookback / 2)
            this.receive(['reset'], before);
        },
        onArrival: (news) => {
          onActivity();
          this.receive(news, before);
          before = this.lastEventId;
        },
        onId: (id) => {
          if (id !== '') this.lastEventId = id;
        },
        onRetry: (ms) => this.delay.setBase(ms),
      });
      return undefined;
    } catch (error) {
      return error;
    } finally {
      clearTimeout(silenceTimer);
    }
  }

  private setStatus(status: LiveStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.tabs?.send(this.state([]));
    for (const watcher of [...this.watchers]) watcher();
  }

  private get heartbeat(): number {
    return this.options.heartbeat ?? liveHeartbeat;
  }
}
