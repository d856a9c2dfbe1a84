import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** ms after which the lock of a dead process expires; longer than any work done under it. */
const expiry = 30_000;
/** ms between attempts to take a lock that is held. */
const interval = 100;

/** Deletes the lock if it is still ours. */
const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Runs `work` while no other process runs work under the same key.
 * @throws what `work` throws, or Redis
 */
export async function withLock<T>(redis: Redis, key: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  while ((await redis.set(key, token, 'PX', expiry, 'NX')) === null) {
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  try {
    return await work();
  } finally {
    await redis.eval(release, 1, key, token);
  }
}
