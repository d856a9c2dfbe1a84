import type { ServerResponse } from 'node:http';
import type { Principal } from '../http/edge-request.js';
import { compareIds, type LiveEntry } from './live-log.js';

/** ms after which clients reconnect, sent as `retry`. */
const retry = 250;
/** Bytes buffered for a slow client. With more, it gets new changes only after reading these. */
const bufferLimit = 256 * 1024;
/** ms for a slow client to read its buffer before it is disconnected. */
const drainTimeout = 10_000;

/** Headers that keep proxies from caching, transforming or buffering the stream. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // For nginx.
  'x-accel-buffering': 'no',
};

export class LiveStream {
  /** Id of the last entry sent, or of the start; undefined before that is known. */
  position: string | undefined;
  /** `live` sends new entries, `holding` queues them while older ones are sent, `behind` leaves them to a catch-up. */
  private mode: 'live' | 'holding' | 'behind' = 'behind';
  private queued: LiveEntry[] = [];

  constructor(
    private readonly response: ServerResponse,
    readonly principal: Principal,
  ) {
    this.write(`retry: ${retry}\n\n`);
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** Sends the start position: a client that is disconnected before the first change resumes there. */
  beginAt(id: string): void {
    this.position = id;
    this.write(`id: ${id}\n\n`);
  }

  /** Makes the client refetch everything, because missed entries are lost. It continues after `id`. */
  reset(id: string): void {
    this.position = id;
    this.write(`id: ${id}\nevent: reset\ndata: {}\n\n`);
  }

  /** Takes new entries. @returns false if the client has just fallen behind and must catch up */
  take(entries: readonly LiveEntry[]): boolean {
    if (this.mode === 'holding') this.queued.push(...entries);
    if (this.mode !== 'live') return true;
    if (this.response.writableLength > bufferLimit) {
      this.mode = 'behind';
      return false;
    }
    this.send(entries);
    return true;
  }

  send(entries: readonly LiveEntry[]): void {
    const news = entries.filter(({ id }) => this.position !== undefined && compareIds(id, this.position) > 0);
    if (news.length === 0) return;
    this.position = news.at(-1)!.id;
    this.write(news.map(({ id, change }) => `id: ${id}\nevent: change\ndata: ${change}\n\n`).join(''));
  }

  /** Queues new entries from now on, until `release`. */
  hold(): void {
    this.mode = 'holding';
    this.queued = [];
  }

  /** Sends the queued entries, and new ones from now on. */
  release(): void {
    this.mode = 'live';
    this.send(this.queued);
    this.queued = [];
  }

  /** Resolves when the client has read the buffer, or after disconnecting it if it does not in time. */
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

  sendHeartbeat(): void {
    this.write(':\n\n');
  }

  /** Ends the stream after its buffer was sent; immediately if the client does not read. */
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
