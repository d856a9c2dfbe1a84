import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** ms after which the lock of a dead process expires: longer than the work, with a database failover in it. */
const expiry = 120_000;
/** ms between attempts to take a lock that is held. */
const interval = 100;

/** Deletes the lock if it is still ours. */
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Runs `work` while no other process runs work under the same key.
 * @throws what `work` throws; Error if Redis is unavailable or the lock stays held for longer than it lives
 */
export async function withLock<T>(redis: Redis, key: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  const deadline = Date.now() + expiry + 10_000;
  while ((await redis.set(key, token, 'PX', expiry, 'NX')) === null) {
    if (Date.now() > deadline) throw new Error(`The lock ${key} was not released in time`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  try {
    return await work();
  } finally {
    // A lock that cannot be released expires; the work is done and its result must not get lost.
    await redis.eval(release, 1, key, token).catch(() => undefined);
  }
}
