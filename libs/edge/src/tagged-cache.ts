import { type CacheTag, cacheLifetime } from '@docfolio/contracts/core/cache';
import { LRUCache } from 'lru-cache';

export interface TaggedCacheOptions<V> {
  /** Maximum bytes of all entries together; beyond it the least recently used are evicted. */
  maxBytes: number;
  /** Returns a value's size in bytes. A value larger than `maxBytes` isn't cached. */
  sizeOf(value: V): number;
  /** ms after which an entry expires, counted from the start of its computation. Default: 60,000. */
  lifetime?: number;
  /** Whether entries that are not current stay until they are evicted, so that `stale` returns them. Default: no. */
  keepsStale?: boolean;
  /** Returns whether a computed value may be cached. Default: always. */
  isCacheable?(value: V): boolean;
  now?(): number;
}

interface Validity {
  readonly tags: readonly CacheTag[];
  readonly begunAt: number;
  readonly expiresAt: number;
}

interface Entry<V> extends Validity {
  readonly value: V;
}

interface Computation<V> {
  readonly validity: Validity;
  result: Promise<V>;
}

/** Estimated bytes that an entry takes in addition to its value and key. */
const entryOverhead = 400;

/** Caches values by key until they expire or a tag is invalidated, which also affects values being computed. */
export class TaggedCache<V extends {}> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly inFlight = new Map<string, Computation<V>>();
  private readonly lifetime: number;
  private readonly now: () => number;
  /** Number of invalidations so far. Entries store it, so that `invalidate` doesn't have to search them. */
  private invalidations = 0;
  private flushedAt = 0;
  private readonly invalidatedAt = new Map<CacheTag, number>();

  constructor(private readonly options: TaggedCacheOptions<V>) {
    const { maxBytes, lifetime = cacheLifetime, sizeOf, now = () => performance.now() } = options;
    this.lifetime = lifetime;
    this.now = now;
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + entryOverhead,
    });
  }

  get bytes(): number {
    return this.entries.calculatedSize;
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (this.isCurrent(entry)) return entry.value;
    if (!this.options.keepsStale) this.entries.delete(key);
    return undefined;
  }

  /** Returns the last value of `key`, current or not, for which `keepsStale` is needed. */
  stale(key: string): V | undefined {
    return this.entries.peek(key)?.value;
  }

  /**
   * Returns the cached value of `key`, or computes and caches it, once for concurrent callers. If it rejects, nothing
   * is cached. @param tags must be the same on each call with this key
   * @param age ms for which the value's data has been cached elsewhere; the entry expires that much sooner
   */
  fill(key: string, tags: readonly CacheTag[], compute: () => Promise<V>, age = 0): Promise<V> {
    const cached = this.get(key);
    if (cached !== undefined) return Promise.resolve(cached);
    const running = this.inFlight.get(key);
    if (running && this.isCurrent(running.validity)) return running.result;
    const validity: Validity = { tags, begunAt: this.invalidations, expiresAt: this.now() + this.lifetime - age };
    const computation = { validity } as Computation<V>;
    // Register before running: if `compute` throws synchronously, `run` removes the key before it returns.
    this.inFlight.set(key, computation);
    computation.result = this.run(key, validity, compute);
    return computation.result;
  }

  invalidate(tags: readonly CacheTag[]): void {
    this.invalidations++;
    for (const tag of tags) this.invalidatedAt.set(tag, this.invalidations);
  }

  flush(): void {
    this.flushedAt = ++this.invalidations;
    this.invalidatedAt.clear();
    this.entries.clear();
  }

  private async run(key: string, validity: Validity, compute: () => Promise<V>): Promise<V> {
    try {
      const value = await compute();
      if (this.isCurrent(validity) && (this.options.isCacheable?.(value) ?? true))
        this.entries.set(key, { ...validity, value });
      return value;
    } finally {
      if (this.inFlight.get(key)?.validity === validity) this.inFlight.delete(key);
    }
  }

  private isCurrent({ tags, begunAt, expiresAt }: Validity): boolean {
    if (begunAt < this.flushedAt || this.now() >= expiresAt) return false;
    for (const tag of tags) if (begunAt < (this.invalidatedAt.get(tag) ?? 0)) return false;
    return true;
  }
}
