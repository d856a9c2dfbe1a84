import type { Redis } from 'ioredis';

// Sliding windows as sorted sets: one member per attempt, scored by Redis' time in ms. Checks all windows, then counts
// in all. KEYS: windows. ARGV: member, then length (ms) and limit of each window. Returns {ms to wait, earlier attempts
// of each}.
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
  /** Length of the window in ms. */
  length: number;
  /** Attempts allowed within `length`. 0 counts attempts without refusing any. */
  limit: number;
}

export interface Taken {
  /** ms until the next attempt may pass; 0 if this one did. */
  wait: number;
  /** Earlier attempts in each window. */
  counts: number[];
}

/** Counts an attempt in all windows, or in none if one is full. A known `member` passes uncounted. @throws Error */
export async function takeFromWindows(redis: Redis, windows: readonly SlidingWindow[], member: string): Promise<Taken> {
  const sizes = windows.flatMap(({ length, limit }) => [length, limit]);
  const keys = windows.map(({ key }) => key);
  const reply = (await redis.eval(takeScript, keys.length, ...keys, member, ...sizes)) as number[];
  const [wait = 0, ...counts] = reply.map(Number);
  return { wait, counts };
}
