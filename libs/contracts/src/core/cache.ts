import type { cacheTags } from '../generated/names.js';

/** Tags that connect the gateway's cached responses and the web process's pages to the events that invalidate them. */
export { cacheTags } from '../generated/names.js';
export type CacheTag = (typeof cacheTags)[number];

/** ms after which a cached response is fetched again, in case its invalidation was lost. */
export const cacheLifetime = 60_000;

/** Redis channel on which services publish cache invalidations. `InvalidationFeed` of libs/edge receives them. */
export const cacheChannel = 'docfolio:cache';
/** Redis key of the counter that numbers the invalidations. */
export const cacheSequenceKey = 'docfolio:cache:sequence';

/**
 * Header of the gateway's cached public responses: the number of the last invalidation that the response reflects. A
 * cache built on such responses must not store one older than the invalidations it has received.
 */
export const cacheSequenceHeader = 'x-cache-sequence';

/** Header of the same responses with the tags that invalidate them, comma-separated. Only the web process receives it. */
export const cacheTagsHeader = 'x-cache-tags';
