import { randomBytes } from 'node:crypto';
import { Long } from 'bson';
import { encode } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { run, type Steps } from '../planner/execute.js';

/** A cursor that nobody asked for this long (ms) is closed, as on the server. */
export const cursorIdleMs = 10 * 60 * 1000;
/** A batch ends with the document that takes it past this size (bytes). */
const batchBytes = 16 * 1024 * 1024;

/** A query in progress: encoded documents, produced as they are asked for. */
export class Cursor {
  lastUsed = Date.now();
  constructor(
    readonly ns: string,
    private readonly steps: Steps<Uint8Array>,
    private remaining = Number.POSITIVE_INFINITY,
    readonly immortal = false,
  ) {}

  /** The next documents, at most `size`; `done` when there are no more. */
  async next(size: number, deadline?: number): Promise<{ docs: Uint8Array[]; done: boolean }> {
    const docs: Uint8Array[] = [];
    let bytes = 0;
    const wanted = Math.min(size, this.remaining);
    if (wanted === 0) return { docs, done: this.remaining === 0 };
    const ended = await run(
      this.steps,
      (doc) => {
        docs.push(doc);
        bytes += doc.length;
        return docs.length < wanted && bytes < batchBytes;
      },
      deadline,
    );
    this.remaining -= docs.length;
    this.lastUsed = Date.now();
    return { docs, done: ended || this.remaining === 0 };
  }
}

export class CursorRegistry {
  private readonly open = new Map<string, Cursor>();

  /** Keeps a cursor for getMore and returns its id. */
  register(cursor: Cursor): Long {
    const id = Long.fromBigInt(randomBytes(8).readBigUInt64BE() >> 1n);
    this.open.set(id.toString(), cursor);
    return id;
  }

  /** Throws CursorNotFound (43) for an id that is closed, timed out or another collection's. */
  get(id: Long, ns: string): Cursor {
    const cursor = this.open.get(id.toString());
    if (!cursor || cursor.ns !== ns) throw new MongoError(codes.cursorNotFound, `cursor id ${id} not found`);
    return cursor;
  }

  close(id: Long): boolean {
    return this.open.delete(id.toString());
  }

  closeIdle(now = Date.now()): void {
    for (const [id, cursor] of this.open)
      if (!cursor.immortal && now - cursor.lastUsed > cursorIdleMs) this.open.delete(id);
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** A BSON document around encoded elements. */
function wrap(parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 5);
  return Buffer.concat([int32(size), ...parts, Buffer.from([0])]);
}

const element = (type: number, name: string, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);

/** The reply of find, aggregate and getMore, with the stored bytes of the documents put in as they are. */
export function cursorReply(batch: 'firstBatch' | 'nextBatch', docs: Uint8Array[], id: Long, ns: string): Uint8Array {
  const items = docs.flatMap((doc, index) => [Buffer.from(`\x03${index}\0`), doc]);
  const rest = encode({ id, ns });
  const cursor = wrap([element(4, batch, wrap(items)), rest.subarray(4, -1)]);
  return wrap([element(3, 'cursor', cursor), encode({ ok: 1 }).subarray(4, -1)]);
}
