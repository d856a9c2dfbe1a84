import { Redis } from 'ioredis';
import { SetChecksum } from './checksum.js';
import { copyKey, keyDigest, stagingPrefix } from './key-content.js';
import { Comparison, type Copied, compared, MoveError, type MoveRow, type Say } from './report.js';

/** Key in the target that contains the id of the installation whose data is moved there. */
const markerKey = 'docfolio:move';

/** Requests and replies between processes; not copied, because their callers have stopped. */
const transientKey = /^rpc(-reply)?:/;

/** Keys that expire within this time in ms may be gone before they are verified: worker locks, one-time downloads. */
const shortLivedMs = 60_000;
const concurrency = 200;

const own = (key: string): boolean => key === markerKey || key.startsWith(stagingPrefix);
const moves = (key: string): boolean => !own(key) && !transientKey.test(key);

/** Connects for a move, without long retries. @throws MoveError if the server is unreachable */
export async function connect(url: string, what: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableAutoPipelining: true,
    connectTimeout: 10_000,
    maxRetriesPerRequest: 3,
    retryStrategy: (times) => (times > 3 ? null : 500),
  });
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.dbsize();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new MoveError(`${what} cannot be used: ${(reason ?? (error as Error)).message}`);
  }
}

/** Yields the names of the keys to move in batches, each once, although SCAN may return a key twice. */
async function* pagesOf(redis: Redis): AsyncIterable<string[]> {
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', concurrency);
    cursor = next;
    const fresh = keys.filter((key) => moves(key) && !seen.has(key));
    for (const key of fresh) seen.add(key);
    if (fresh.length > 0) yield fresh;
  } while (cursor !== '0');
}

export async function countKeys(redis: Redis): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(redis)) count += page.length;
  return count;
}

/** Refuses a target with keys that are not part of this move. @throws MoveError */
export async function claimRedis(target: Redis, installation: string): Promise<void> {
  const holder = await target.get(markerKey);
  if (holder === installation) return;
  if (holder !== null) throw new MoveError("The target's Redis holds the data of another installation's move.");
  const found = await countKeys(target);
  if (found > 0) {
    throw new MoveError(
      `The target's Redis holds ${found} keys that are not of this move. Start from an empty one, with the platform's processes stopped.`,
    );
  }
  await target.set(markerKey, installation);
}

/**
 * Copies the keys that the target lacks, with their expiry.
 * @param overwrite also replaces keys that differ and removes those that the source doesn't have
 */
export async function copyKeys(source: Redis, target: Redis, overwrite: boolean, say: Say): Promise<Copied> {
  let written = 0;
  let conflicts = 0;
  let seen = 0;
  const copyOne = async (key: string): Promise<void> => {
    const there = await keyDigest(target, key);
    if (there) {
      const here = await keyDigest(source, key);
      if (!here || here.digest.equals(there.digest)) return;
      if (!overwrite) {
        conflicts += 1;
        return;
      }
    }
    if (await copyKey(source, target, key)) written += 1;
  };
  for await (const page of pagesOf(source)) {
    await Promise.all(page.map(copyOne));
    seen += page.length;
    say(`Redis: ${seen.toLocaleString('en-US')} keys`);
  }
  if (overwrite) {
    for await (const page of pagesOf(target)) {
      await Promise.all(page.map(async (key) => (await source.exists(key)) === 0 && (await target.del(key))));
    }
  }
  return { written, conflicts };
}

type Digest = Awaited<ReturnType<typeof keyDigest>>;

const isShortLived = (digest: Digest): boolean =>
  digest !== undefined && digest.expiresAt > 0 && digest.expiresAt < Date.now() + shortLivedMs;

/** Compares the keys of both sides, except those that expire within a minute. @param copied number for the report */
export async function verifyKeys(source: Redis, target: Redis, copied: number, say: Say): Promise<MoveRow> {
  const sums = { here: new SetChecksum(), there: new SetChecksum() };
  const found = new Comparison();
  const verifyOne = async (key: string): Promise<void> => {
    const [here, there] = await Promise.all([keyDigest(source, key), keyDigest(target, key)]);
    if ((isShortLived(here) || !here) && (isShortLived(there) || !there)) return;
    if (here) sums.here.add(here.digest);
    if (there) sums.there.add(there.digest);
    if (!there) found.missing.add(key);
    else if (!here) found.foreign.add(key);
    else if (!here.digest.equals(there.digest)) found.differing.add(key);
  };
  for await (const page of pagesOf(source)) {
    await Promise.all(page.map(verifyOne));
    say(`Redis: ${sums.here.count.toLocaleString('en-US')} keys verified`);
  }
  for await (const page of pagesOf(target)) {
    await Promise.all(
      page.map(async (key) => {
        if ((await source.exists(key)) === 0) await verifyOne(key);
      }),
    );
  }
  return compared({ store: 'Redis', name: 'keys', copied }, sums.here, sums.there, found.problem);
}
