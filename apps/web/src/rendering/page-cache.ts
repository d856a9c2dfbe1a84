import { type CacheTag, cacheTags } from '@docfolio/contracts/core/cache';
import { isCurrent } from '@docfolio/edge/cache-sequence';
import type { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { TaggedCache } from '@docfolio/edge/tagged-cache';
import type { Rendered, RenderResult } from './rendered.js';

export type Invalidations = Pick<InvalidationFeed, 'sequence' | 'addListener'>;

/** Maximum bytes of all cached pages. */
const maxBytes = 32 * 1024 * 1024;
/** Maximum number of pages rendered concurrently; beyond that, browsers render. */
const maxConcurrent = 32;

export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** Caches rendered pages until a tag is invalidated or the data is 60 s old; without `invalidations` none. */
export class PageCache {
  private readonly pages = new TaggedCache<Rendered>({ maxBytes, sizeOf: ({ html }) => html.size, keepsStale: true });
  /** Shares renderings in flight. Their tags are not known yet, so after any invalidation new callers render again. */
  private readonly inFlight = new TaggedCache<RenderResult>({ maxBytes: 1, sizeOf: () => 1, isCacheable: () => false });
  private concurrent = 0;

  constructor(private readonly invalidations: Invalidations | undefined) {
    invalidations?.addListener(this.pages);
    invalidations?.addListener(this.inFlight);
  }

  get(key: string): Rendered | undefined {
    return this.pages.get(key);
  }

  /** Returns the page that was last cached under a key, even if it is not current. */
  stale(key: string): Rendered | undefined {
    return this.pages.stale(key);
  }

  /** Renders a page, once for concurrent callers, and caches it if possible. @throws TooBusy, or as `render` does */
  fill(key: string, render: () => Promise<RenderResult>): Promise<RenderResult> {
    return this.inFlight.fill(key, cacheTags, async () => {
      const result = await this.renderOnce(render);
      if (this.isCacheable(result)) await this.pages.fill(key, result.tags, async () => result, result.age);
      return result;
    });
  }

  /** Renders for one visitor, without sharing or caching. @throws TooBusy; whatever `render` throws */
  async renderOnce<T>(render: () => Promise<T>): Promise<T> {
    if (this.concurrent >= maxConcurrent) throw new TooBusy();
    this.concurrent += 1;
    try {
      return await render();
    } finally {
      this.concurrent -= 1;
    }
  }

  /** Returns whether a page may be cached: not if its data lacks an invalidation known here, as it may be stale. */
  private isCacheable(result: RenderResult): result is Rendered & { tags: readonly CacheTag[] } {
    if (!this.invalidations || result.kind !== 'rendered' || result.status !== 200 || !result.tags) return false;
    return isCurrent(result.sequence, this.invalidations.sequence);
  }
}
