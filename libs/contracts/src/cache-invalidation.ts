import { z } from 'zod';
import type { CacheTag } from './cache.js';

/** A message on `cacheChannel`. */
export const cacheInvalidation = z.object({
  /** Counted by `cacheSequenceKey` from 1. A gap means that an invalidation was missed. */
  sequence: z.int(),
  /** May include tags of a newer version, under which this one has cached nothing. */
  tags: z.array(z.string().transform((tag) => tag as CacheTag)),
});
export type CacheInvalidation = z.output<typeof cacheInvalidation>;
