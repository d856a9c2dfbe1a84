import { thisBrowser } from './browser-port.js';
import { leaseLocks } from './lease-locks.js';
import type { LiveStatus } from './live-status.js';
import type { LiveItem } from './live-stream.js';

/** What the tab with the stream sends to the others of the browser: on each arrival, so at least once per heartbeat. */
export interface LiveState {
  status: LiveStatus;
  news: LiveItem[];
  /** Last event id before `news`, and after. A tab that knows another one than `before` has missed changes. */
  before: string;
  id: string;
}

/** The browser features that tabs share a stream by. Specs replace them. */
export interface LiveTabsPort {
  locks: Pick<LockManager, 'request'>;
  channel(name: string): BroadcastChannel;
}

/** Returns undefined in a browser without channels between tabs: there each visible tab has a stream of its own. */
export function theseTabs(): LiveTabsPort | undefined {
  const browser = thisBrowser();
  if (!browser || typeof BroadcastChannel === 'undefined') return undefined;
  return { locks: browser.locks ?? leaseLocks(browser), channel: (name) => new BroadcastChannel(name) };
}

interface LiveTabsOptions {
  port: LiveTabsPort;
  userId: string;
  /** Returns the state of this tab, which has the stream, for a tab that has just come. */
  state: () => LiveState;
  /** Receives the states of the tab that has the stream. Not called in that tab. */
  onState: (state: LiveState) => void;
}

/**
 * One stream for all tabs of a browser: over HTTP/1.1 they share six connections, and a stream keeps one. A lock chooses the tab
 * that has it, which sends what it receives to the others. The lock of a tab that is closed is released.
 */
export class LiveTabs {
  private readonly name: string;
  private readonly channel: BroadcastChannel;
  private readonly closed = new AbortController();
  private turn: AbortController | undefined;
  private waiting = new AbortController();
  private steals = false;

  constructor(private readonly options: LiveTabsOptions) {
    this.name = `docfolio.live.${options.userId}`;
    this.channel = options.port.channel(this.name);
    this.channel.onmessage = ({ data }: MessageEvent<LiveState | 'ask'>) => {
      if (data !== 'ask') {
        if (!this.turn) options.onState(data);
      } else if (this.turn) this.send(options.state());
    };
    this.channel.postMessage('ask');
  }

  send(state: LiveState): void {
    if (this.turn) this.channel.postMessage(state);
  }

  /** Runs `work` whenever it is this tab's turn to have the stream, until `close`. `work` ends when its signal aborts. */
  async takeTurns(work: (turn: AbortSignal) => Promise<void>): Promise<void> {
    const { locks } = this.options.port;
    while (!this.closed.signal.aborted) {
      this.waiting = new AbortController();
      const options = this.steals ? { steal: true } : { signal: this.waiting.signal };
      this.steals = false;
      const turn = new AbortController();
      const ended = new Promise<void>((resolve) => turn.signal.addEventListener('abort', () => resolve()));
      // Rejects when `waiting` aborts, or when another tab takes the lock over.
      await locks
        .request(this.name, options, () => {
          if (this.closed.signal.aborted) return undefined;
          this.turn = turn;
          // Not only when `work` has ended: a page that holds a lock cannot enter the back/forward cache.
          return Promise.race([work(turn.signal), ended]);
        })
        .catch(() => undefined);
      if (this.turn === turn) this.turn = undefined;
      turn.abort();
    }
  }

  /** Takes the stream over from a tab that has gone silent, which may hang. */
  takeOver(): void {
    if (this.turn) return;
    this.steals = true;
    this.waiting.abort();
  }

  close(): void {
    this.closed.abort();
    this.waiting.abort();
    this.turn?.abort();
    this.channel.close();
  }
}
