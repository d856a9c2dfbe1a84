import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** ms after which the lock of a dead process expires; longer than the work takes. */
const expiry = 120_000;
const interval = 100;

const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Runs `work` while no other process does under this key. @throws Error without Redis, or after 130 s of waiting */
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
    // A lock that is not released expires. The result of the work must not be lost.
    await redis.eval(release, 1, key, token).catch(() => undefined);
  }
}
