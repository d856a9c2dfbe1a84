import type { ServerResponse } from 'node:http';
import type { Principal } from '../http/edge-request.js';
import { compareIds, type LiveEntry } from './live-log.js';

/** ms after which browsers reconnect, sent as the `retry` field of the stream. */
const retry = 250;
/** Bytes buffered for a slow client. When they are exceeded, it gets further changes after reading these. */
const bufferLimit = 256 * 1024;
/** ms in which a slow client must read its buffer, or it is disconnected. */
const drainTimeout = 10_000;

/** Headers of the stream, which keep proxies from caching, transforming or buffering it. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Disables nginx's response buffering.
  'x-accel-buffering': 'no',
};

export class LiveStream {
  /** Id of the last entry sent; undefined before the start is known. */
  position: string | undefined;
  /**
   * `live` sends new entries, `holding` queues them while older ones are sent, `behind` drops them until the next
   * catch-up.
   */
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

  /** Sends the start position, so that a client that is disconnected before the first change misses nothing. */
  beginAt(id: string): void {
    this.position = id;
    this.write(`id: ${id}\n\n`);
  }

  /** Notifies the client that missed entries are no longer stored: it must refetch, and continues from `id`. */
  reset(id: string): void {
    this.position = id;
    this.write(`id: ${id}\nevent: reset\ndata: {}\n\n`);
  }

  /** Sends new entries. @returns false if the client has just fallen behind and must catch up first */
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

  /** Starts queueing new entries, while older ones are read from Redis. */
  hold(): void {
    this.mode = 'holding';
    this.queued = [];
  }

  /** Sends the queued entries and switches to live. */
  release(): void {
    this.mode = 'live';
    this.send(this.queued);
    this.queued = [];
  }

  /** Resolves when the client has read the buffer; disconnects a client that does not read. */
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

  /** Ends the stream after its buffer is sent, or immediately if the client does not read. */
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
