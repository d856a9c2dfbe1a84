import { liveStream } from '@docfolio/contracts/core/live';
import type { Redis } from 'ioredis';

export interface LiveEntry {
  id: string;
  change: string;
}

export interface LogState {
  /** Id of the newest entry, even if it is no longer stored; `0-0` before the first. */
  last: string;
  /** Id from which all entries are stored; `0-0` if none was ever removed. */
  first: string;
}

const idPattern = /^\d{1,20}-\d{1,20}$/;
export const beginning = '0-0';

/** Returns a negative number if entry `a` is older than `b`, 0 if they are the same. */
export function compareIds(a: string, b: string): number {
  const [aTime, aSequence] = partsOf(a);
  const [bTime, bSequence] = partsOf(b);
  const [earlier, later] = aTime === bTime ? [aSequence, bSequence] : [aTime, bTime];
  return earlier < later ? -1 : earlier > later ? 1 : 0;
}

/** Returns whether all entries after `id` are stored. False for an invalid id, or one newer than the newest. */
export function covers({ first, last }: LogState, id: string): boolean {
  return idPattern.test(id) && compareIds(id, first) >= 0 && compareIds(id, last) <= 0;
}

/** Reads which entries are stored. @throws Error if Redis is unavailable */
export async function readState(redis: Redis): Promise<LogState> {
  let answer: unknown[];
  try {
    answer = (await redis.xinfo('STREAM', liveStream)) as unknown[];
  } catch (error) {
    // The stream does not exist yet.
    if (error instanceof Error && error.message.includes('no such key')) return { last: beginning, first: beginning };
    throw error;
  }
  const field = (name: string) => answer[answer.indexOf(name) + 1];
  const isWhole = Number(field('entries-added')) === Number(field('length'));
  const oldest = field('first-entry') as [id: string] | null;
  const last = String(field('last-generated-id'));
  return { last, first: isWhole ? beginning : (oldest?.[0] ?? last) };
}

/** Returns an id older than all entries of the last `age` ms, by Redis' clock. @throws Error if Redis is unavailable */
export async function idBefore(redis: Redis, { last }: LogState, age: number): Promise<string> {
  const [seconds, microseconds] = await redis.time();
  const id = `${Math.max(0, Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000) - age)}-0`;
  return compareIds(id, last) < 0 ? id : last;
}

/** Returns up to `count` entries after `id`, oldest first; undefined if some are lost. @throws Error without Redis */
export async function readAfter(redis: Redis, id: string, count: number): Promise<LiveEntry[] | undefined> {
  return completed(redis, id, count, entriesOf(await redis.xrange(liveStream, `(${id}`, '+', 'COUNT', count)));
}

/** As `readAfter`, but waits up to `timeout` ms for an entry if there is none. Blocks the connection. */
export async function awaitAfter(
  redis: Redis,
  id: string,
  count: number,
  timeout: number,
): Promise<LiveEntry[] | undefined> {
  const answer = await redis.xread('COUNT', count, 'BLOCK', timeout, 'STREAMS', liveStream, id);
  return completed(redis, id, count, entriesOf(answer?.[0]?.[1] ?? []));
}

/** Returns `entries`, or undefined if some after `id` were trimmed, which is possible only if the batch is full. */
async function completed(redis: Redis, id: string, count: number, entries: LiveEntry[]) {
  const isBehind = entries.length === count;
  return isBehind && !covers(await readState(redis), id) ? undefined : entries;
}

function entriesOf(answer: [id: string, fields: string[]][]): LiveEntry[] {
  return answer.map(([id, [, change]]) => ({ id, change: change! }));
}

function partsOf(id: string): [time: bigint, sequence: bigint] {
  const [time, sequence] = id.split('-') as [string, string];
  return [BigInt(time), BigInt(sequence)];
}
