import type { ServerResponse } from 'node:http';
import type { Principal } from '../http/edge-request.js';
import { compareIds, type LiveEntry } from './live-log.js';

/** ms that a browser waits before it comes back, at first. */
const retry = 250;
/** Bytes that wait for a reader who is slower than what happens; beyond them he is told the rest when he has taken these. */
const bufferLimit = 256 * 1024;
/** ms within which he has to have taken them. */
const drainTimeout = 10_000;

/** `text/event-stream` as everything on the way is asked to treat it: nothing kept, changed or gathered. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Nginx and its kind hold answers back until there are enough bytes.
  'x-accel-buffering': 'no',
};

/** One open CRM. */
export class LiveStream {
  /** Up to where it has been told; undefined until it is known where it begins. */
  position: string | undefined;
  /** What happens meanwhile is told, or kept until what is older has been told, or left for another look at what is kept. */
  private mode: 'live' | 'holding' | 'behind' = 'behind';
  private held: LiveEntry[] = [];

  /** @param response its head has been written */
  constructor(
    private readonly response: ServerResponse,
    readonly principal: Principal,
  ) {
    this.write(`retry: ${retry}\n\n`);
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** Tells where it begins, so that a browser which is cut off before the first change loses nothing. */
  beginAt(id: string): void {
    this.position = id;
    this.write(`id: ${id}\n\n`);
  }

  /** What was missed is no longer known; it goes on from `id`. */
  reset(id: string): void {
    this.position = id;
    this.write(`id: ${id}\nevent: reset\ndata: {}\n\n`);
  }

  /**
   * Takes what has just happened.
   * @returns false when its reader has fallen behind just now: it is told nothing more before it has caught up
   */
  take(entries: readonly LiveEntry[]): boolean {
    if (this.mode === 'holding') this.held.push(...entries);
    if (this.mode !== 'live') return true;
    if (this.response.writableLength > bufferLimit) {
      this.mode = 'behind';
      return false;
    }
    this.tell(entries);
    return true;
  }

  /** Tells changes, without those that it has told before. */
  tell(entries: readonly LiveEntry[]): void {
    const news = entries.filter(({ id }) => this.position !== undefined && compareIds(id, this.position) > 0);
    if (news.length === 0) return;
    this.position = news.at(-1)!.id;
    this.write(news.map(({ id, change }) => `id: ${id}\nevent: change\ndata: ${change}\n\n`).join(''));
  }

  /** Begins to keep what happens: whatever is older is about to be looked up. */
  hold(): void {
    this.mode = 'holding';
    this.held = [];
  }

  /** Everything older has been told: from now on what happens is told as it happens. */
  release(): void {
    this.mode = 'live';
    this.tell(this.held);
    this.held = [];
  }

  /** Resolves when its reader has taken what was written; one who takes nothing is cut off. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.response.writableNeedDrain) return;
    this.mode = 'behind';
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.cut(), drainTimeout);
      const done = () => {
        clearTimeout(timer);
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }

  /** A sign of life. */
  beat(): void {
    this.write(':\n\n');
  }

  /** What was written still arrives, unless its reader doesn't take it. */
  end(): void {
    if (this.response.writableNeedDrain) this.cut();
    else this.response.end();
  }

  private cut(): void {
    this.response.destroy();
  }

  private write(text: string): void {
    if (this.isOpen) this.response.write(text);
  }
}
