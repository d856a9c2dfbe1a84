import { liveStream } from '@docfolio/contracts/live';
import type { Redis } from 'ioredis';

/** One entry of the Redis Stream of changes. */
export interface LiveEntry {
  id: string;
  /** A liveChange as JSON, in one line. */
  change: string;
}

/** What the Redis Stream holds at a moment. */
export interface LogState {
  /** Id of the last entry that was ever added; `0-0` before the first. */
  last: string;
  /** Id of the oldest entry that is known for certain; `0-0` while none was ever dropped. */
  first: string;
}

const idPattern = /^\d{1,20}-\d{1,20}$/;
export const beginning = '0-0';

/** Negative when `a` was added before `b`. */
export function compareIds(a: string, b: string): number {
  const [aTime, aSequence] = partsOf(a);
  const [bTime, bSequence] = partsOf(b);
  const [earlier, later] = aTime === bTime ? [aSequence, bSequence] : [aTime, bTime];
  return earlier < later ? -1 : earlier > later ? 1 : 0;
}

/** Whether everything that was added after `id` is still there, so that somebody who knows `id` can go on from it. */
export function covers({ first, last }: LogState, id: string): boolean {
  return idPattern.test(id) && compareIds(id, first) >= 0 && compareIds(id, last) <= 0;
}

/** @throws Error while Redis is away */
export async function readState(redis: Redis): Promise<LogState> {
  let answer: unknown[];
  try {
    answer = (await redis.xinfo('STREAM', liveStream)) as unknown[];
  } catch (error) {
    // It is made by its first entry.
    if (error instanceof Error && error.message.includes('no such key')) return { last: beginning, first: beginning };
    throw error;
  }
  const field = (name: string) => answer[answer.indexOf(name) + 1];
  const isWhole = Number(field('entries-added')) === Number(field('length'));
  const oldest = field('first-entry') as [id: string] | null;
  const last = String(field('last-generated-id'));
  return { last, first: isWhole ? beginning : (oldest?.[0] ?? last) };
}

/** Where the stream was `age` ms ago, on the clock that makes its ids. @throws Error while Redis is away */
export async function idBefore(redis: Redis, { last }: LogState, age: number): Promise<string> {
  const [seconds, microseconds] = await redis.time();
  const id = `${Math.max(0, Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000) - age)}-0`;
  return compareIds(id, last) < 0 ? id : last;
}

/** Entries after `id`, oldest first; undefined when some of them are lost. @throws Error while Redis is away */
export async function readAfter(redis: Redis, id: string, count: number): Promise<LiveEntry[] | undefined> {
  return completed(redis, id, count, entriesOf(await redis.xrange(liveStream, `(${id}`, '+', 'COUNT', count)));
}

/**
 * The same, but where there is none it waits for the next. Blocks the connection.
 * @param timeout ms
 * @throws Error while Redis is away
 */
export async function awaitAfter(
  redis: Redis,
  id: string,
  count: number,
  timeout: number,
): Promise<LiveEntry[] | undefined> {
  const answer = await redis.xread('COUNT', count, 'BLOCK', timeout, 'STREAMS', liveStream, id);
  return completed(redis, id, count, entriesOf(answer?.[0]?.[1] ?? []));
}

/**
 * Whoever reads slower than changes come finds that the oldest were dropped before he had them. Then there are more
 * than he asked for, always: so many are kept.
 */
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
