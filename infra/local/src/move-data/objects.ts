import { createHash } from 'node:crypto';
import type { ObjectEntry, ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { digestOf, SetChecksum } from './checksum.js';
import { Comparison, type Copied, compared, MoveError, type MoveRow, type Say } from './report.js';

/** Objects that are copied or verified concurrently. Each upload has at most one part (5 MB) in memory. */
const concurrency = 4;

interface Pair {
  name: string;
  here?: ObjectEntry;
  there?: ObjectEntry;
}

/** Yields each object name of two stores with its entries on both sides. Relies on stores listing in order of names. */
async function* pairs(source: ObjectStore, target: ObjectStore): AsyncIterable<Pair> {
  const [left, right] = [source.list()[Symbol.asyncIterator](), target.list()[Symbol.asyncIterator]()];
  const next = async (entries: AsyncIterator<ObjectEntry>): Promise<ObjectEntry | undefined> => {
    const result = await entries.next();
    return result.done ? undefined : result.value;
  };
  let [here, there] = await Promise.all([next(left), next(right)]);
  while (here || there) {
    const order = !here ? 1 : !there || here.name < there.name ? -1 : here.name === there.name ? 0 : 1;
    if (here && there && order === 0) yield { name: here.name, here, there };
    else if (here && order < 0) yield { name: here.name, here };
    else if (there) yield { name: there.name, there };
    if (order <= 0) here = await next(left);
    if (order >= 0) there = await next(right);
  }
}

/** Runs `work` for the items, a few concurrently, and stops at the first failure. */
async function forEachConcurrently<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (;;) {
      const next = await iterator.next();
      if (next.done || failed) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected) throw rejected.reason;
}

async function objectDigest(store: ObjectStore, name: string): Promise<Buffer> {
  const { contentType } = await store.stat(name);
  const hash = createHash('sha256');
  for await (const chunk of await store.get(name)) hash.update(chunk as Buffer);
  return digestOf([name, contentType, hash.digest()]);
}

async function copyObject(source: ObjectStore, target: ObjectStore, name: string): Promise<void> {
  const { contentType, size } = await source.stat(name);
  await target.put(name, await source.get(name), { contentType, size });
}

/** Refuses a target bucket with objects that the source doesn't have. @throws MoveError */
export async function refuseForeignObjects(source: ObjectStore, target: ObjectStore, bucket: string): Promise<void> {
  const found = new Comparison();
  for await (const { name, here } of pairs(source, target)) if (!here) found.foreign.add(name);
  if (found.problem) {
    throw new MoveError(`The target's bucket ${bucket} holds objects that are not of this move; ${found.problem}.`);
  }
}

/**
 * Copies the objects that the target lacks.
 * @param overwrite also replaces objects that differ and removes those that the source doesn't have
 */
export async function copyObjects(
  source: ObjectStore,
  target: ObjectStore,
  { bucket, overwrite }: { bucket: string; overwrite: boolean },
  say: Say,
): Promise<Copied> {
  const result: Copied = { written: 0, conflicts: 0 };
  let seen = 0;
  const differs = async ({ name, here, there }: Pair): Promise<boolean> => {
    if (here?.size !== there?.size) return true;
    if (!overwrite) return false;
    const [mine, theirs] = await Promise.all([objectDigest(source, name), objectDigest(target, name)]);
    return !mine.equals(theirs);
  };
  await forEachConcurrently(pairs(source, target), async (pair) => {
    const { name, here, there } = pair;
    if (!here) {
      if (overwrite) await target.remove(name);
      return;
    }
    const isConflict = there !== undefined && (await differs(pair));
    if (isConflict && !overwrite) result.conflicts += 1;
    if (!there || (isConflict && overwrite)) {
      await copyObject(source, target, name);
      result.written += 1;
    }
    seen += 1;
    say(`${bucket}: ${seen.toLocaleString('en-US')} objects`);
  });
  return result;
}

/** Reads all objects of both sides and compares counts and checksums. The row names some objects that differ. */
export async function verifyObjects(
  source: ObjectStore,
  target: ObjectStore,
  { bucket, copied }: { bucket: string; copied: number },
  say: Say,
): Promise<MoveRow> {
  const sums = { here: new SetChecksum(), there: new SetChecksum() };
  const found = new Comparison();
  await forEachConcurrently(pairs(source, target), async ({ name, here, there }) => {
    const [mine, theirs] = await Promise.all([here && objectDigest(source, name), there && objectDigest(target, name)]);
    if (mine) sums.here.add(mine);
    if (theirs) sums.there.add(theirs);
    if (!theirs) found.missing.add(name);
    else if (!mine) found.foreign.add(name);
    else if (!mine.equals(theirs)) found.differing.add(name);
    say(`${bucket}: ${sums.here.count.toLocaleString('en-US')} objects verified`);
  });
  return compared({ store: 'objects', name: bucket, copied }, sums.here, sums.there, found.problem);
}
