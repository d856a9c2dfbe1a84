import type { Redis } from 'ioredis';
import { BackupError } from '../backup-error.js';

/** Number of the database that keeps replaced keys: the last of the 16 that a Redis has by default. */
export const replacedDatabase = 15;
const movedKey = 'docfolio:restore:moved';
const scanCount = 1_000;

/** Runs `work` on a second connection, to the database of replaced keys. @throws BackupError if there is none */
async function withReplaced<T>(redis: Redis, work: (replaced: Redis) => Promise<T>): Promise<T> {
  const replaced = redis.duplicate({ db: replacedDatabase, lazyConnect: true });
  replaced.on('error', () => undefined);
  try {
    await replaced.connect();
    await replaced.select(replacedDatabase);
  } catch (error) {
    replaced.disconnect();
    throw new BackupError(
      `Redis has no database ${replacedDatabase} to keep the replaced keys in: ${(error as Error).message}`,
    );
  }
  try {
    return await work(replaced);
  } finally {
    replaced.disconnect();
  }
}

/** Returns the number of keys that an earlier restore has replaced. @throws BackupError if there can be none */
export function countReplacedKeys(redis: Redis): Promise<number> {
  return withReplaced(redis, (replaced) => replaced.dbsize());
}

/** Moves all keys away, once: of an interrupted restore only those that are left. */
export function moveKeysAway(redis: Redis): Promise<void> {
  return withReplaced(redis, async (replaced) => {
    if (await replaced.exists(movedKey)) return;
    for await (const keys of pagesOf(redis)) {
      const pipeline = redis.pipeline();
      for (const key of keys) pipeline.move(key, replacedDatabase);
      for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
    }
    await replaced.set(movedKey, new Date().toISOString());
  });
}

export function discardReplacedKeys(redis: Redis): Promise<number> {
  return withReplaced(redis, async (replaced) => {
    let discarded = 0;
    for await (const keys of pagesOf(replaced)) if (keys.length > 0) discarded += await replaced.unlink(keys);
    return discarded;
  });
}

/** Moving or removing keys during a scan is allowed: those that stay are returned. */
async function* pagesOf(redis: Redis): AsyncIterable<Buffer[]> {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scanBuffer(cursor, 'COUNT', scanCount);
    cursor = next.toString();
    yield keys;
  } while (cursor !== '0');
}
