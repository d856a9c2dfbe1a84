import { z } from 'zod';
import type { CacheTag } from './cache.js';

export const cacheInvalidation = z.object({
  /** Number of the message, from 1, counted in `cacheSequenceKey`. A gap means that a message was missed. */
  sequence: z.int(),
  /** Tags to invalidate. Tags unknown here, sent by a newer version, match no cache entry. */
  tags: z.array(z.string().transform((tag) => tag as CacheTag)),
});
export type CacheInvalidation = z.output<typeof cacheInvalidation>;
