import { type CacheTag, cacheChannel, cacheSequenceKey } from '@docfolio/contracts/cache';
import type { Redis } from 'ioredis';

/**
 * Numbers an invalidation and tells it, in one step: in the order of their numbers they reach everybody.
 * KEYS[1] the counter. ARGV: the channel, the tags as JSON. The message is contracts/cache-invalidation.ts.
 */
const announceScript = `
local sequence = redis.call('INCR', KEYS[1])
redis.call('PUBLISH', ARGV[1], '{"sequence":' .. string.format('%d', sequence) .. ',"tags":' .. ARGV[2] .. '}')
return sequence
`;

/**
 * Tells every process that keeps public answers that those with one of these tags are outdated.
 * @returns the number of this invalidation
 * @throws Error while Redis is away
 */
export async function announceInvalidation(redis: Redis, tags: readonly CacheTag[]): Promise<number> {
  return Number(await redis.eval(announceScript, 1, cacheSequenceKey, cacheChannel, JSON.stringify(tags)));
}
