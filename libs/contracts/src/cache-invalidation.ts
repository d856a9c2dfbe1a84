import { z } from 'zod';
import type { CacheTag } from './cache.js';

/** What is published on `cacheChannel`: which answers are outdated, and the number of this invalidation. */
export const cacheInvalidation = z.object({
  /** Counted by `cacheSequenceKey`, from 1. Whoever misses a number has missed an invalidation. */
  sequence: z.int(),
  /** A newer version may name tags that this one doesn't know, and has kept nothing under. */
  tags: z.array(z.string().transform((tag) => tag as CacheTag)),
});
export type CacheInvalidation = z.output<typeof cacheInvalidation>;
