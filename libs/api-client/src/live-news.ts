import type { LiveChange } from '@docfolio/contracts/core/live';

/** Changes in order of arrival, or `reset`: changes may have been missed, so refetch everything. */
export type LiveNews = LiveChange[] | 'reset';
export type LiveListener = (news: LiveNews) => void;

const batchMs = 50;

/** Delivers changes to listeners in batches, as one `reset` where they contain one. */
export class LiveBatches {
  private pending: LiveNews = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param listeners the current ones at each delivery */
  constructor(private readonly listeners: ReadonlySet<LiveListener>) {}

  add(news: readonly (LiveChange | 'reset')[]): void {
    for (const item of news) {
      if (item === 'reset') this.pending = 'reset';
      else if (this.pending !== 'reset') this.pending.push(item);
    }
    if (this.pending.length > 0) this.timer ??= setTimeout(() => this.deliver(), batchMs);
  }

  /** Drops what has not been delivered. */
  clear(): void {
    this.pending = [];
  }

  private deliver(): void {
    const news = this.pending;
    this.pending = [];
    this.timer = undefined;
    if (news.length === 0) return;
    for (const listener of [...this.listeners]) {
      try {
        listener(news);
      } catch (error) {
        console.error('A listener failed on live changes', error);
      }
    }
  }
}
