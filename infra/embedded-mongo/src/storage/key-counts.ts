import type { Store } from './store.js';

/** Number of index keys in a new segment. A segment that has more than twice as many is split. */
export const segmentKeys = 2_048;

interface Segment {
  from: Buffer;
  count: number;
}

/** Numbers of keys per segment of an index, in memory, so that the store counts only the two ends of a long range. */
export class KeyCounts {
  private readonly segments: Segment[] = [];

  private constructor(
    private readonly store: Store,
    private readonly end: Buffer,
  ) {}

  /** Counts all keys of an index, the range [from, to). */
  static of(store: Store, from: Buffer, to: Buffer): KeyCounts {
    const counts = new KeyCounts(store, to);
    for (;;) {
      const next = store.keyAt(from, to, segmentKeys);
      counts.segments.push({ from, count: next ? segmentKeys : store.countKeys(from, to) });
      if (!next) return counts;
      from = next;
    }
  }

  changed(key: Buffer, by: 1 | -1): void {
    const at = this.segmentOf(key);
    const segment = this.segments[at]!;
    segment.count += by;
    if (segment.count > 2 * segmentKeys) this.halve(at);
  }

  count(from: Buffer, to: Buffer): number {
    const [first, last] = [this.segmentOf(from), this.segmentOf(to)];
    if (first === last) return this.store.countKeys(from, to);
    let count = this.store.countKeys(from, this.boundOf(first)) + this.store.countKeys(this.segments[last]!.from, to);
    for (let at = first + 1; at < last; at++) count += this.segments[at]!.count;
    return count;
  }

  private boundOf(at: number): Buffer {
    return this.segments[at + 1]?.from ?? this.end;
  }

  private segmentOf(key: Buffer): number {
    let [low, high] = [0, this.segments.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (Buffer.compare(this.segments[middle]!.from, key) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private halve(at: number): void {
    const { from, count } = this.segments[at]!;
    const middle = this.store.keyAt(from, this.boundOf(at), segmentKeys)!;
    this.segments.splice(at, 1, { from, count: segmentKeys }, { from: middle, count: count - segmentKeys });
  }
}
