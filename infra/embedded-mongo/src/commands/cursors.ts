import { randomBytes } from 'node:crypto';
import { Long } from 'bson';
import { encode } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { run, type Steps } from '../planner/execute.js';

/** Idle time in ms after which the next maintenance run closes a cursor (10 minutes, as in MongoDB). */
const cursorIdleMs = 10 * 60 * 1000;
/** Size in bytes at which a batch ends; the document that reaches it is the last one. */
const batchBytes = 16 * 1024 * 1024;

export class Cursor {
  lastUsed = Date.now();
  constructor(
    readonly ns: string,
    private readonly steps: Steps<Uint8Array>,
  ) {}

  /** Returns at most `size` documents. `done`: the end was reached; false if `size` or `batchBytes` ended the batch. */
  async next(size: number, deadline?: number): Promise<{ docs: Uint8Array[]; done: boolean }> {
    const docs: Uint8Array[] = [];
    let bytes = 0;
    const accept = (doc: Uint8Array): boolean => {
      docs.push(doc);
      bytes += doc.length;
      return docs.length < size && bytes < batchBytes;
    };
    const done = size > 0 && (await run(this.steps, accept, deadline));
    this.lastUsed = Date.now();
    return { docs, done };
  }
}

export class CursorRegistry {
  private readonly open = new Map<string, Cursor>();

  register(cursor: Cursor): Long {
    const id = Long.fromBigInt(randomBytes(8).readBigUInt64BE() >> 1n);
    this.open.set(id.toString(), cursor);
    return id;
  }

  /** @throws CursorNotFound (43) if the cursor is closed, timed out or belongs to another collection */
  get(id: Long, ns: string): Cursor {
    const cursor = this.open.get(id.toString());
    if (cursor?.ns !== ns) throw new MongoError(codes.cursorNotFound, `cursor id ${id} not found`);
    return cursor;
  }

  close(id: Long): boolean {
    return this.open.delete(id.toString());
  }

  closeIdle(now = Date.now()): void {
    for (const [id, cursor] of this.open) if (now - cursor.lastUsed > cursorIdleMs) this.open.delete(id);
  }
}

function wrap(parts: Uint8Array[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeInt32LE(parts.reduce((sum, part) => sum + part.length, 5));
  return Buffer.concat([size, ...parts, Buffer.from([0])]);
}

const element = (type: number, name: string, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);

/** Builds the reply of find, aggregate and getMore from encoded documents, without decoding them. */
export function cursorReply(batch: 'firstBatch' | 'nextBatch', docs: Uint8Array[], id: Long, ns: string): Uint8Array {
  const items = docs.flatMap((doc, index) => [Buffer.from(`\x03${index}\0`), doc]);
  const elements = (doc: object): Uint8Array => encode(doc).subarray(4, -1);
  const cursor = wrap([element(4, batch, wrap(items)), elements({ id, ns })]);
  return wrap([element(3, 'cursor', cursor), elements({ ok: 1 })]);
}
