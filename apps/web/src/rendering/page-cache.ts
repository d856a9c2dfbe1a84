import { type CacheTag, cacheTags } from '@docfolio/contracts/cache';
import { TaggedCache } from '@docfolio/response-cache/tagged-cache';
import type { PageDocument } from '../page-document.js';
import type { Failed, Limited, Moved, Unavailable } from './page-renderer.js';

/** What tells of invalidations: libs/response-cache's feed. */
export interface Invalidations {
  /** Number of the last one that was heard. */
  readonly sequence: number;
  onDrop(listener: (tags: readonly CacheTag[]) => void): void;
  onFlush(listener: () => void): void;
}

/** A page as it is sent. */
export interface DrawnPage {
  kind: 'rendered';
  status: 200 | 404;
  document: PageDocument;
  /** What it is made from; undefined when it must not be kept. */
  tags: readonly CacheTag[] | undefined;
  /** Number of the last invalidation that everything in it was made after. */
  sequence: number;
  /** Milliseconds that the oldest answer in it has been kept already, at the gateway and here. */
  age: number;
}

export type MadePage = DrawnPage | Moved | Unavailable | Failed | Limited;

/** Bytes of kept documents. */
const maxBytes = 32 * 1024 * 1024;
/** Pages being made at a time; whoever comes on top of that gets the page that his browser draws. */
const maxAtWork = 32;

/** Too much is being made already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/**
 * Drawn pages, kept until an invalidation names what they are made from, or their oldest answer is 60 s old: an
 * invalidation that was lost is made good for everywhere at once. Without a feed nothing is kept, but who asks
 * for what is being made waits for the same.
 */
export class PageCache {
  readonly #kept = new TaggedCache<DrawnPage>({ maxBytes, sizeOf: ({ document }) => document.size });
  /** Joins those who ask at the same time. What a page is made from shows when it is made: until then, everything. */
  readonly #making = new TaggedCache<MadePage>({ maxBytes: 1, sizeOf: () => 1, keep: () => false });
  #atWork = 0;

  constructor(private readonly invalidations: Invalidations | undefined) {
    invalidations?.onDrop((tags) => {
      this.#kept.drop(tags);
      this.#making.drop(tags);
    });
    invalidations?.onFlush(() => {
      this.#kept.flush();
      this.#making.flush();
    });
  }

  /** The kept page, or undefined. */
  get(key: string): DrawnPage | undefined {
    return this.#kept.get(key);
  }

  /**
   * Makes a page, once for all who ask meanwhile, and keeps it if it may be kept.
   * @throws TooBusy; whatever `make` throws
   */
  fill(key: string, make: () => Promise<MadePage>): Promise<MadePage> {
    return this.#making.fill(key, cacheTags, async () => {
      const made = await this.make(make);
      if (this.#mayKeep(made)) await this.#kept.fill(key, made.tags, async () => made, made.age);
      return made;
    });
  }

  /**
   * Makes a page that is for one visitor.
   * @throws TooBusy; whatever `make` throws
   */
  async make<T>(make: () => Promise<T>): Promise<T> {
    if (this.#atWork >= maxAtWork) throw new TooBusy();
    this.#atWork += 1;
    try {
      return await make();
    } finally {
      this.#atWork -= 1;
    }
  }

  /**
   * An invalidation reaches this process and the gateway at different times: what the gateway answered before it heard
   * of one that has been heard here would be kept as if it were new.
   */
  #mayKeep(made: MadePage): made is DrawnPage & { tags: readonly CacheTag[] } {
    if (!this.invalidations || made.kind !== 'rendered' || made.status !== 200 || !made.tags) return false;
    return made.sequence >= this.invalidations.sequence;
  }
}
