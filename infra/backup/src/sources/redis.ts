import { Command, type Redis } from 'ioredis';
import type { Tally } from '../archive/archive-writer.js';
import { jsonLine } from '../archive/records.js';
import { BackupError } from '../backup-error.js';

/** A job that has not finished, has failed, or has finished during the backup: `fields` as BullMQ stores them. */
export interface JobRecord {
  kind: 'job';
  queue: string;
  id: string;
  fields: Record<string, string>;
  /** Keys of jobs that this one waits for. */
  children: string[];
}

/** Any other key that outlives a restart. */
export interface KeyRecord {
  kind: 'key';
  key: string;
  type: string;
  /** Unix time in ms; -1: never. */
  expires_at: number;
  /** Members, fields and values, or members and scores, in base64. */
  values: string[];
}

export type RedisRecord = JobRecord | KeyRecord;

const scanCount = 500;
const jobKey = /^bull:([^:]+):([^:]+)$/;

/**
 * Requests and replies between processes, caches and their invalidations, live updates, counts of page loads, what
 * processes report of themselves: a restart empties or rebuilds them, and the schedules of repeated jobs, which services write at
 * their start. Also what lives for minutes and is nobody else's: addresses of clients in the counters of rate limits, and tokens
 * of recovery links and downloads.
 */
const leftOut =
  /^(bull:|rpc(-reply)?:|gateway:limit:|docfolio:(backup|cache|download|live|remote-reports|move|secret|system))/;

/**
 * Yields the jobs and other keys as JSON lines. Jobs are found by their hashes, not by the lists of their states: a job
 * that changes its state during the scan is in none or in two of them, but its hash stays.
 * @param finishedSince also yields jobs that finished since; their effects may be missing in the documents
 */
export async function* redisLines(redis: Redis, tally: Tally, finishedSince?: Date): AsyncIterable<Buffer> {
  for await (const keys of pagesOf(redis)) {
    const records = await Promise.all(keys.map((key) => recordOf(redis, key, finishedSince)));
    for (const record of records) {
      if (!record) continue;
      tally.records += 1;
      yield jsonLine(record);
    }
  }
}

/** Yields the names of all keys, each once, although SCAN may return a key twice. */
async function* pagesOf(redis: Redis): AsyncIterable<string[]> {
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', scanCount);
    cursor = next;
    const fresh = [...new Set(keys)].filter((key) => !seen.has(key));
    for (const key of fresh) seen.add(key);
    yield fresh;
  } while (cursor !== '0');
}

async function recordOf(redis: Redis, key: string, finishedSince?: Date): Promise<RedisRecord | undefined> {
  const [, queue, id] = jobKey.exec(key) ?? [];
  if (queue && id) return jobOf(redis, { key, queue, id }, finishedSince);
  return leftOut.test(key) ? undefined : keyOf(redis, key);
}

async function jobOf(
  redis: Redis,
  { key, queue, id }: { key: string; queue: string; id: string },
  finishedSince?: Date,
): Promise<JobRecord | undefined> {
  // Also the names of a queue's lists and sets.
  if ((await redis.type(key)) !== 'hash') return undefined;
  const fields = await redis.hgetall(key);
  if (fields.data === undefined) return undefined;
  const { finishedOn, failedReason } = fields;
  const isCompleted = finishedOn !== undefined && failedReason === undefined;
  if (isCompleted && !(finishedSince && Number(finishedOn) >= finishedSince.getTime())) return undefined;
  return { kind: 'job', queue, id, fields, children: await redis.smembers(`${key}:dependencies`) };
}

const readers: Record<string, (redis: Redis, key: string) => Promise<Buffer[]>> = {
  string: async (redis, key) => {
    const value = await redis.getBuffer(key);
    return value ? [value] : [];
  },
  list: (redis, key) => redis.lrangeBuffer(key, 0, -1),
  set: (redis, key) => redis.smembersBuffer(key),
  // `hgetallBuffer` would make text of the names of fields.
  hash: async (redis, key) =>
    (await redis.sendCommand(new Command('HGETALL', [key], { replyEncoding: null }))) as Buffer[],
  zset: (redis, key) => redis.zrangeBuffer(key, '0', '-1', 'WITHSCORES'),
};

async function keyOf(redis: Redis, key: string): Promise<KeyRecord | undefined> {
  const [type, expiresAt] = await Promise.all([redis.type(key), redis.pexpiretime(key)]);
  if (type === 'none') return undefined;
  const read = readers[type];
  if (!read) throw new BackupError(`Redis key ${key}: values of the type ${type} are not supported.`);
  const values = await read(redis, key);
  // It has expired since.
  if (values.length === 0) return undefined;
  return { kind: 'key', key, type, expires_at: expiresAt, values: values.map((value) => value.toString('base64')) };
}
