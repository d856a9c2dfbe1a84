import { open, type RootDatabase } from 'lmdb';
import { codes, MongoError } from '../errors.js';
import { checksumBytes, matchesChecksum, seedOf, withChecksum } from './checksum.js';

const emptyValue = Buffer.alloc(0);
/**
 * Jobs join one transaction until it has run this long (ms): long enough to share an fsync, short enough not to stall
 * reads. While many wait, at least as long as the last commit took, or most of the time would go into commits.
 */
const transactionBudgetMs = 25;
const longestTransactionMs = 150;

interface Job {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A space is one collection's records or one index's entries: a range of the key space under a 4-byte id. */
export const spaceKey = (space: number, ...parts: Uint8Array[]): Buffer => Buffer.concat([uint32(space), ...parts]);

/** A record id as it ends each index entry: its first byte keeps any key byte that follows a shorter key apart. */
export function recordIdBuffer(id: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes[0] = 1;
  bytes.writeUIntBE(id, 2, 6);
  return bytes;
}

export const recordIdOf = (key: Buffer): number => key.readUIntBE(key.length - 6, 6);
export function recordKey(space: number, id: number): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUInt32BE(space);
  key.writeUInt16BE(0x0100, 4);
  key.writeUIntBE(id, 6, 6);
  return key;
}
/** The first key of all: its entry says that every value ends with a checksum. */
export const formatKey = spaceKey(0);
/** Error numbers of a write without room: ENOSPC, EDQUOT, EFBIG, and EIO, which LMDB makes of a write that was cut short. */
const noRoom = [28, 122, 27, 5];

/** A value that does not match its checksum. */
export class DamagedValueError extends Error {}

/** What the operator of a damaged data file can do. */
export const damageAdvice = 'Stop the server and restore a backup of the data folder.';

/** The smallest key above this one. */
export const justAfter = (key: Buffer): Buffer => Buffer.concat([key, Buffer.from([0])]);

/**
 * The LMDB environment and its group commit: write jobs that arrive in one turn of the event loop run in one
 * transaction, and are acknowledged after it has been committed and flushed to disk.
 */
export class Store {
  private readonly db: RootDatabase<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private lastCommitMs = 0;
  /** Called inside the transaction after its jobs; and after a transaction was rolled back. */
  beforeCommit: () => void = () => {};
  afterAbort: () => void = () => {};

  constructor(folder: string) {
    const options = { keyEncoding: 'binary', encoding: 'binary', overlappingSync: false, maxReaders: 64 } as const;
    this.db = open<Buffer, Buffer>({ path: folder, ...options });
  }

  /** Adds checksums to the values of a file written before there were any. Must run inside a transaction. */
  addChecksums(): void {
    if (this.db.doesExist(formatKey)) return;
    const end = Buffer.from([0xff]);
    for (let from = formatKey; ; ) {
      const keys = this.keys(from, end, 1000);
      for (const key of keys) this.put(key, this.db.getBinary(key)!);
      if (keys.length < 1000) break;
      from = justAfter(keys.at(-1)!);
    }
    this.put(formatKey);
  }

  /** A catalog entry of a file that may have no checksums yet. */
  getUnchecked(key: Buffer): Buffer | undefined {
    const stored = this.db.getBinary(key);
    return this.db.doesExist(formatKey) ? stored?.subarray(0, -checksumBytes) : stored;
  }

  /**
   * Runs a job in a transaction; resolves with its result once that is durable. A job may throw a MongoError before it
   * has written anything for the document at hand; any other error rolls the whole transaction back.
   */
  write<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run, resolve: resolve as Job['resolve'], reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.scheduled = false;
    const taken: Job[] = [];
    const settle: (() => void)[] = [];
    try {
      let worked = 0;
      this.transact(() => {
        const end =
          performance.now() + Math.min(Math.max(transactionBudgetMs, this.lastCommitMs), longestTransactionMs);
        do {
          const job = this.queue.shift()!;
          taken.push(job);
          try {
            const value = job.run();
            settle.push(() => job.resolve(value));
          } catch (error) {
            if (!(error instanceof MongoError)) throw error;
            settle.push(() => job.reject(error));
          }
        } while (this.queue.length > 0 && performance.now() < end);
        this.beforeCommit();
        worked = performance.now();
      });
      this.lastCommitMs = performance.now() - worked;
      for (const done of settle) done();
    } catch (error) {
      this.afterAbort();
      const reason = noRoom.includes((error as { code: number }).code) ? outOfDiskSpace() : error;
      for (const job of taken) job.reject(reason);
    }
    if (this.queue.length > 0) this.schedule();
  }

  /** Runs a transaction now, synchronously; it is on disk when this returns. */
  transact<T>(run: () => T): T {
    return this.db.transactionSync(run);
  }

  /**
   * A buffer that begins with the value and is only valid until the next call: reading it copies nothing.
   * @throws DamagedValueError when the value does not match its checksum
   */
  peek(key: Buffer): Buffer | undefined {
    const stored = this.db.getBinaryFast(key);
    return stored && this.checked(key, stored);
  }

  /** @throws DamagedValueError when the value does not match its checksum */
  get(key: Buffer): Buffer | undefined {
    const stored = this.db.getBinary(key);
    return stored && this.checked(key, stored).subarray(0, -checksumBytes);
  }

  private checked(key: Buffer, stored: Buffer): Buffer {
    if (matchesChecksum(seedOf(key), stored, stored.length)) return stored;
    throw new DamagedValueError('a stored value does not match its checksum');
  }

  put(key: Buffer, value: Uint8Array = emptyValue): void {
    this.db.putSync(key, withChecksum(key, value));
  }

  remove(key: Buffer): void {
    this.db.removeSync(key);
  }

  /** Up to `limit` keys of [from, to) in order, or from the top down; no read transaction stays open. */
  keys(from: Buffer, to: Buffer, limit: number, reverse = false): Buffer[] {
    if (Buffer.compare(from, to) >= 0) return [];
    if (!reverse) return [...this.db.getKeys({ start: from, end: to, limit })];
    const keys = [...this.db.getKeys({ start: to, end: from, reverse: true, limit: limit + 1 })];
    if (keys[0]?.equals(to)) keys.shift(); // LMDB includes the upper bound and leaves the lower one out
    if (keys.length < limit && this.db.doesExist(from)) keys.push(from);
    return keys.slice(0, limit);
  }

  /** The key that so many keys of [from, to) come before; undefined where there are fewer. */
  keyAt(from: Buffer, to: Buffer, offset: number): Buffer | undefined {
    if (Buffer.compare(from, to) >= 0) return undefined;
    return [...this.db.getKeys({ start: from, end: to, offset, limit: 1 })][0];
  }

  /** How many keys [from, to) holds, but no more than `limit`; counted in the store, without reading them. */
  countKeys(from: Buffer, to: Buffer, limit = Number.POSITIVE_INFINITY): number {
    if (Buffer.compare(from, to) >= 0 || limit <= 0) return 0;
    if (Number.isFinite(limit) && this.keyAt(from, to, limit - 1)) return limit;
    return this.db.getKeysCount({ start: from, end: to });
  }

  close(): Promise<void> {
    return this.db.close();
  }
}

const outOfDiskSpace = (): MongoError =>
  new MongoError(codes.outOfDiskSpace, 'The disk of the data folder is full or fails: the write was rolled back');
