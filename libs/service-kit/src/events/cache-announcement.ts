import { type CacheTag, cacheChannel, cacheSequenceKey } from '@docfolio/contracts/cache';
import type { Redis } from 'ioredis';

/**
 * Numbers and publishes an invalidation atomically, so that all caches receive them in order.
 * KEYS[1] counter. ARGV: channel, tags as JSON. Message: contracts/cache-invalidation.ts.
 */
const announceScript = `
local sequence = redis.call('INCR', KEYS[1])
redis.call('PUBLISH', ARGV[1], '{"sequence":' .. string.format('%d', sequence) .. ',"tags":' .. ARGV[2] .. '}')
return sequence
`;

/**
 * Publishes that cached responses with one of these tags are stale.
 * @returns the number of this invalidation
 * @throws Error if Redis is unavailable
 */
export async function announceInvalidation(redis: Redis, tags: readonly CacheTag[]): Promise<number> {
  return Number(await redis.eval(announceScript, 1, cacheSequenceKey, cacheChannel, JSON.stringify(tags)));
}
