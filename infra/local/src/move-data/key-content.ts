import { Command, type Redis } from 'ioredis';
import { digestOf } from './checksum.js';
import { MoveError } from './report.js';

/**
 * Maximum values per command. Keys are copied by the commands of their types, not by DUMP and RESTORE: ACLs often
 * forbid RESTORE, and servers refuse payloads of newer or other servers.
 */
const chunkSize = 1_000;

/** Prefix of keys being written. A complete key is renamed, so that it never appears half-written. */
export const stagingPrefix = 'docfolio:move:staging:';

interface TypeAccess {
  /** Yields the value in pieces (a string in one), in an order that depends only on the value. */
  read(redis: Redis, key: string): AsyncIterable<Buffer[]>;
  write(redis: Redis, key: string, piece: Buffer[]): Promise<unknown>;
}

async function send(redis: Redis, name: string, ...args: (string | Buffer)[]): Promise<Buffer[]> {
  return (await redis.sendCommand(new Command(name, args, { replyEncoding: null }))) as Buffer[];
}

async function* chunksOf(read: (start: number, stop: number) => Promise<Buffer[]>): AsyncIterable<Buffer[]> {
  for (let start = 0; ; start += chunkSize) {
    const piece = await read(start, start + chunkSize - 1);
    if (piece.length === 0) return;
    yield piece;
  }
}

/** Normalises a score: servers print the same double with 17 digits or fewer, infinities as text. */
function normalizedScore(score: Buffer): Buffer {
  const text = score.toString();
  return Number.isFinite(Number(text)) ? Buffer.from(String(Number(text))) : score;
}

const flat = (pairs: [Buffer, Buffer][]): Buffer[] => pairs.flat();

/** Splits values for a command's arguments; chunkSize is even, so that no pair is split. */
function* slices(values: Buffer[]): Iterable<Buffer[]> {
  for (let start = 0; start < values.length; start += chunkSize) yield values.slice(start, start + chunkSize);
}

const pairsOf = (list: Buffer[]): [Buffer, Buffer][] =>
  Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index]!, list[2 * index + 1]!]);

/** Yields stream entries, each as its id, the number of its names and values, and these. */
async function* streamEntries(redis: Redis, key: string): AsyncIterable<Buffer[]> {
  let from = '-';
  for (;;) {
    const entries = await redis.xrangeBuffer(key, from, '+', 'COUNT', chunkSize);
    const last = entries.at(-1);
    if (!last) return;
    yield entries.flatMap(([id, fields]) => [id, Buffer.from(String(fields?.length ?? 0)), ...(fields ?? [])]);
    from = `(${last[0].toString()}`;
  }
}

async function addEntries(redis: Redis, key: string, piece: Buffer[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (let index = 0; index < piece.length; ) {
    const end = index + 2 + Number(piece[index + 1]);
    pipeline.xadd(key, piece[index]!, ...piece.slice(index + 2, end));
    index = end;
  }
  const failed = (await pipeline.exec())?.find(([error]) => error)?.[0];
  if (failed) throw failed;
}

const accessByType: Record<string, TypeAccess> = {
  string: {
    read: async function* (redis, key) {
      const value = await redis.getBuffer(key);
      if (value) yield [value];
    },
    write: (redis, key, [value]) => redis.set(key, value!),
  },
  list: {
    read: (redis, key) => chunksOf((start, stop) => redis.lrangeBuffer(key, start, stop)),
    write: (redis, key, piece) => redis.rpush(key, ...piece),
  },
  set: {
    read: async function* (redis, key) {
      yield* slices((await redis.smembersBuffer(key)).sort(Buffer.compare));
    },
    write: (redis, key, piece) => redis.sadd(key, ...piece),
  },
  hash: {
    read: async function* (redis, key) {
      const fields = await send(redis, 'HGETALL', key);
      yield* slices(flat(pairsOf(fields).sort(([a], [b]) => Buffer.compare(a, b))));
    },
    write: (redis, key, piece) => redis.hset(key, ...piece),
  },
  zset: {
    read: (redis, key) =>
      chunksOf(async (start, stop) => {
        const piece = pairsOf(await redis.zrangeBuffer(key, String(start), String(stop), 'WITHSCORES'));
        return flat(piece.map(([member, score]) => [member, normalizedScore(score)]));
      }),
    write: (redis, key, piece) =>
      send(redis, 'ZADD', key, ...flat(pairsOf(piece).map(([member, score]) => [score, member]))),
  },
  stream: {
    read: streamEntries,
    write: addEntries,
  },
};

async function accessTo(redis: Redis, key: string): Promise<{ type: string; access: TypeAccess } | undefined> {
  const type = await redis.type(key);
  if (type === 'none') return undefined;
  const access = accessByType[type];
  if (!access) throw new MoveError(`Redis key ${key}: values of the type ${type} cannot be moved.`);
  if (type === 'stream' && ((await redis.xinfo('GROUPS', key)) as unknown[]).length > 0) {
    throw new MoveError(`Redis key ${key}: a stream with consumer groups cannot be moved.`);
  }
  return { type, access };
}

/** Returns a digest of a key's name, type, value and expiry (Unix time in ms, or -1); undefined if there is no key. */
export async function keyDigest(redis: Redis, key: string): Promise<{ digest: Buffer; expiresAt: number } | undefined> {
  const found = await accessTo(redis, key);
  if (!found) return undefined;
  const expiresAt = await redis.pexpiretime(key);
  let digest = digestOf([key, found.type, String(expiresAt)]);
  for await (const piece of found.access.read(redis, key)) digest = digestOf([digest, ...piece]);
  return { digest, expiresAt };
}

/** Copies a stream's last id to the copy `staged`. Clients of live updates resume by it, so it must not decrease. */
async function copyStreamPosition(source: Redis, target: Redis, key: string, staged: string): Promise<void> {
  const info = (await source.xinfo('STREAM', key)) as unknown[];
  const lastId = String(info[info.indexOf('last-generated-id') + 1]);
  if (Number(info[info.indexOf('length') + 1]) === 0) {
    await target.xadd(staged, lastId, 'empty', '');
    await target.xdel(staged, lastId);
  }
  await send(target, 'XSETID', staged, lastId);
}

/** Copies a key with its expiry, replacing one of the same name. @returns false if the key no longer exists */
export async function copyKey(source: Redis, target: Redis, key: string): Promise<boolean> {
  const found = await accessTo(source, key);
  if (!found) return false;
  const staged = `${stagingPrefix}${key}`;
  await target.del(staged);
  for await (const piece of found.access.read(source, key)) await found.access.write(target, staged, piece);
  if (found.type === 'stream') await copyStreamPosition(source, target, key, staged);
  const expiresAt = await source.pexpiretime(key);
  if (expiresAt > 0) await target.pexpireat(staged, expiresAt);
  // The key expired while it was read.
  if ((await target.exists(staged)) === 0) return false;
  await target.rename(staged, key);
  return true;
}
