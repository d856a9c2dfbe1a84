import { type CacheTag, cacheChannel, cacheSequenceKey } from '@docfolio/contracts/core/cache';
import type { Redis } from 'ioredis';

// Atomic, so that invalidations arrive in the order of their numbers. KEYS[1]: counter. ARGV: channel, tags as JSON.
const announceScript = `
local sequence = redis.call('INCR', KEYS[1])
redis.call('PUBLISH', ARGV[1], '{"sequence":' .. string.format('%d', sequence) .. ',"tags":' .. ARGV[2] .. '}')
return sequence
`;

/** Invalidates cached responses with one of the tags. @returns the invalidation's number @throws Error without Redis */
export async function announceInvalidation(redis: Redis, tags: readonly CacheTag[]): Promise<number> {
  return Number(await redis.eval(announceScript, 1, cacheSequenceKey, cacheChannel, JSON.stringify(tags)));
}
