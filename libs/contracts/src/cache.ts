import type { cacheTags } from './generated/names.js';

/**
 * Tags that connect cached responses to events. A public GET operation lists the tags it is cached under, an event the
 * tags it invalidates. The gateway's cached responses and the web process' cached pages use the same tags.
 */
export { cacheTags } from './generated/names.js';
export type CacheTag = (typeof cacheTags)[number];

/** Milliseconds after which a cached response is fetched again, in case its invalidation was lost. */
export const cacheLifetime = 60_000;

/** Redis channel on which services publish cache invalidations. `InvalidationFeed` of libs/edge receives them. */
export const cacheChannel = 'docfolio:cache';
/** Redis key of the counter that numbers the invalidations. */
export const cacheSequenceKey = 'docfolio:cache:sequence';

/**
 * Header of each cached public response of the gateway: the number of the last invalidation applied before the response
 * was made. A cache built on such responses must not store one older than the invalidations it has received.
 */
export const cacheSequenceHeader = 'x-cache-sequence';
