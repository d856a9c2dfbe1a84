/**
 * What cached public answers are about. A public GET names the tags that it depends on, an event those that it drops;
 * the gateway's responses and the web process' pages go by both.
 */
export const cacheTags = ['posts', 'comments', 'bookmarks', 'testimonials'] as const;
export type CacheTag = (typeof cacheTags)[number];

/** Milliseconds after which a cached answer is asked for anew: heals an invalidation that was lost. */
export const cacheLifetime = 60_000;

/** The Redis channel of invalidations, and the counter that numbers them; see libs/response-cache. */
export const cacheChannel = 'docfolio:cache';
export const cacheSequenceKey = 'docfolio:cache:sequence';

/**
 * On each cached public answer of the gateway: the number of the last invalidation that it had carried out when the
 * answer was made. Who caches what is made of such answers keeps nothing that is older than what he has heard of.
 */
export const cacheSequenceHeader = 'x-cache-sequence';
