import type { Redis } from 'ioredis';

/**
 * Sliding windows as sorted sets: one member an act, its score the server's time in ms. All windows of a call are
 * checked before any of them counts the act, atomically.
 * KEYS: the windows. ARGV: the member, then for each window its length (ms) and its limit (0: counts, never refuses).
 * Returns {ms to wait (0: counted), acts in each window before this one ...}. A member that a window knows already is
 * a repeat: it passes and isn't counted again.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local member = ARGV[1]
local wait = 0
local counts = {}
for i, key in ipairs(KEYS) do
  local length, limit = tonumber(ARGV[i * 2]), tonumber(ARGV[i * 2 + 1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - length)
  local count = redis.call('ZCARD', key)
  counts[i] = count
  if limit > 0 and count >= limit and not redis.call('ZSCORE', key, member) then
    local freeing = redis.call('ZRANGE', key, count - limit, count - limit, 'WITHSCORES')
    wait = math.max(wait, tonumber(freeing[2]) + length - now, 1)
  end
end
if wait == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, 'NX', now, member)
    redis.call('PEXPIRE', key, ARGV[i * 2])
  end
end
return { wait, unpack(counts) }
`;

export interface SlidingWindow {
  key: string;
  /** ms */
  length: number;
  /** Acts that fit; the next is refused. 0 counts without ever refusing. */
  limit: number;
}

export interface Taken {
  /** ms until the act may be tried again; 0 when it has been counted. */
  wait: number;
  /** Acts in each window before this one. */
  counts: number[];
}

/** Counts an act in several windows, or in none when one of them is full. @throws Redis' error. */
export async function takeFromWindows(redis: Redis, windows: readonly SlidingWindow[], member: string): Promise<Taken> {
  const sizes = windows.flatMap(({ length, limit }) => [length, limit]);
  const keys = windows.map(({ key }) => key);
  const reply = (await redis.eval(takeScript, keys.length, ...keys, member, ...sizes)) as number[];
  const [wait = 0, ...counts] = reply.map(Number);
  return { wait, counts };
}
