import { z } from 'zod';
import type { CacheTag } from './cache.js';

/** The JSON message that invalidates cached responses, published on the Redis channel `cacheChannel`. */
export const cacheInvalidation = z.object({
  /** Number of the message, from 1, counted in `cacheSequenceKey`. A gap means that a message was missed. */
  sequence: z.int(),
  /** The tags to invalidate. Unknown tags, sent by a newer version, match no cache entry here. */
  tags: z.array(z.string().transform((tag) => tag as CacheTag)),
});
export type CacheInvalidation = z.output<typeof cacheInvalidation>;
