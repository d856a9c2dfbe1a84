import { open, type RootDatabase } from 'lmdb';
import { codes, MongoError } from '../errors.js';
import { checksumBytes, matchesChecksum, seedOf, withChecksum } from './checksum.js';

const emptyValue = Buffer.alloc(0);
/** ms in which jobs may join a transaction; after a slower commit the time of that, up to `longestTransactionMs`. */
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

/** Returns a key in a space, the 4-byte key prefix of the catalog (0), of one collection's records or of one index. */
export const spaceKey = (space: number, ...parts: Uint8Array[]): Buffer => Buffer.concat([uint32(space), ...parts]);

/** Returns the 8 bytes that end an index entry; the first separates the id from bytes that continue a longer key. */
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
/** The first key of the file. If present, every value ends with a checksum. */
export const formatKey = spaceKey(0);
/** errno of a write without room: ENOSPC, EDQUOT, EFBIG, and EIO, to which LMDB maps a short write. */
const diskFullErrnos = [28, 122, 27, 5];

export class DamagedValueError extends Error {}

export const damageAdvice = 'Stop the server and restore a backup of the data folder.';

export const justAfter = (key: Buffer): Buffer => Buffer.concat([key, Buffer.from([0])]);

/** The LMDB environment with group commit: queued write jobs share a transaction and its flush to disk. */
export class Store {
  private readonly db: RootDatabase<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private lastCommitMs = 0;
  /** Hooks: `beforeCommit` runs in a transaction after its jobs, `afterAbort` after a rollback. */
  beforeCommit: () => void = () => {};
  afterAbort: () => void = () => {};

  constructor(readonly folder: string) {
    const options = { keyEncoding: 'binary', encoding: 'binary', overlappingSync: false, maxReaders: 64 } as const;
    this.db = open<Buffer, Buffer>({ path: folder, ...options });
  }

  /** Adds checksums to a data file of an older version. Must run inside a transaction. */
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

  getUnchecked(key: Buffer): Buffer | undefined {
    const stored = this.db.getBinary(key);
    return this.db.doesExist(formatKey) ? stored?.subarray(0, -checksumBytes) : stored;
  }

  /**
   * Runs a job in a shared transaction and resolves with its result once that is on disk. A job may throw a MongoError
   * only before it has written anything for the current document. Other errors roll back all jobs of the transaction.
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
      const reason = diskFullErrnos.includes((error as { code: number }).code) ? outOfDiskSpace() : error;
      for (const job of taken) job.reject(reason);
    }
    if (this.queue.length > 0) this.schedule();
  }

  /** Runs a transaction synchronously; it is on disk when this returns. */
  transact<T>(run: () => T): T {
    return this.db.transactionSync(run);
  }

  /** Returns a buffer that begins with the value, valid until the next read. @throws DamagedValueError */
  peek(key: Buffer): Buffer | undefined {
    const stored = this.db.getBinaryFast(key);
    return stored && this.checked(key, stored);
  }

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

  /** Returns up to `limit` keys of [from, to), in descending order with `reverse`. No read transaction stays open. */
  keys(from: Buffer, to: Buffer, limit: number, reverse = false): Buffer[] {
    if (Buffer.compare(from, to) >= 0) return [];
    if (!reverse) return [...this.db.getKeys({ start: from, end: to, limit })];
    const keys = [...this.db.getKeys({ start: to, end: from, reverse: true, limit: limit + 1 })];
    if (keys[0]?.equals(to)) keys.shift(); // LMDB includes the upper bound and leaves the lower one out
    if (keys.length < limit && this.db.doesExist(from)) keys.push(from);
    return keys.slice(0, limit);
  }

  /** Returns the key at an offset in [from, to); undefined if there are fewer. */
  keyAt(from: Buffer, to: Buffer, offset: number): Buffer | undefined {
    if (Buffer.compare(from, to) >= 0) return undefined;
    return [...this.db.getKeys({ start: from, end: to, offset, limit: 1 })][0];
  }

  /** Counts the keys in [from, to) up to `limit`, without reading them. */
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
