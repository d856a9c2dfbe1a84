import { type CacheTag, cacheLifetime } from '@docfolio/contracts/cache';
import { LRUCache } from 'lru-cache';

export interface TaggedCacheOptions<V> {
  /** Bytes that all kept values may take, as `sizeOf` counts them; the least recently used give way. */
  maxBytes: number;
  /** Bytes of a value; a value that alone exceeds `maxBytes` isn't kept. */
  sizeOf(value: V): number;
  /** Milliseconds from the beginning of its fill that a value is handed out; 60 s by default. */
  lifetime?: number;
  /** Whether a value may be kept at all; asked when its fill is done. Everything by default. */
  keep?(value: V): boolean;
  /** Milliseconds of a clock that never goes back. */
  now?(): number;
}

/** What a value has to survive to be handed out. */
interface Origin {
  readonly tags: readonly CacheTag[];
  /** Invalidations that there had been when its fill began. */
  readonly began: number;
  /** Milliseconds of the clock at which its lifetime ends. */
  readonly ends: number;
}

interface Entry<V> extends Origin {
  readonly value: V;
}

interface Flight<V> {
  readonly origin: Origin;
  result: Promise<V>;
}

/** Bytes of an entry besides its value: key, tags, the list and map that hold it. */
const entryOverhead = 400;

/**
 * Values that are made from records, kept until an invalidation names one of their tags, at most `lifetime`. What a
 * reader gets who came after an invalidation was made after it: a fill that it overtook is handed to those who were
 * waiting, and forgotten (without that, one reader in 200 that raced a writer was stale, measured).
 */
export class TaggedCache<V extends {}> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly flights = new Map<string, Flight<V>>();
  private readonly lifetime: number;
  private readonly now: () => number;
  /** Counts invalidations: a tag remembers the last one that named it, which makes a drop as cheap as its tags. */
  private invalidations = 0;
  private flushedAt = 0;
  private readonly droppedAt = new Map<CacheTag, number>();

  constructor(private readonly options: TaggedCacheOptions<V>) {
    const { maxBytes, lifetime = cacheLifetime, sizeOf, now = () => performance.now() } = options;
    this.lifetime = lifetime;
    this.now = now;
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + entryOverhead,
    });
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.entries.calculatedSize;
  }

  /** The kept value, or undefined. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (this.isCurrent(entry)) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /**
   * The kept value, or what `make` makes: once for all who ask meanwhile, except that nobody joins a fill that an
   * invalidation has overtaken.
   * @param tags what the value is made from; the same each time for one key
   * @param age milliseconds that what it is made from has been kept elsewhere: its lifetime is so much shorter
   * @throws whatever `make` throws; nothing is kept then
   */
  fill(key: string, tags: readonly CacheTag[], make: () => Promise<V>, age = 0): Promise<V> {
    const kept = this.get(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const joined = this.flights.get(key);
    if (joined && this.isCurrent(joined.origin)) return joined.result;
    const origin: Origin = { tags, began: this.invalidations, ends: this.now() + this.lifetime - age };
    const flight = { origin } as Flight<V>;
    this.flights.set(key, flight);
    // Behind the line above: a `make` that throws at once is over when `run` returns.
    flight.result = this.run(key, origin, make);
    return flight.result;
  }

  /** Forgets what was made from any of these. */
  drop(tags: readonly CacheTag[]): void {
    this.invalidations++;
    for (const tag of tags) this.droppedAt.set(tag, this.invalidations);
  }

  /** Forgets everything. */
  flush(): void {
    this.flushedAt = ++this.invalidations;
    this.droppedAt.clear();
    this.entries.clear();
  }

  private async run(key: string, origin: Origin, make: () => Promise<V>): Promise<V> {
    try {
      const value = await make();
      if (this.isCurrent(origin) && (this.options.keep?.(value) ?? true)) this.entries.set(key, { ...origin, value });
      return value;
    } finally {
      // A later fill may stand there by now.
      if (this.flights.get(key)?.origin === origin) this.flights.delete(key);
    }
  }

  private isCurrent({ tags, began, ends }: Origin): boolean {
    if (began < this.flushedAt || this.now() >= ends) return false;
    for (const tag of tags) if (began < (this.droppedAt.get(tag) ?? 0)) return false;
    return true;
  }
}
