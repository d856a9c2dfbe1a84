import { asDouble, type Doc, decode, put, type Value } from './values.js';

/** Size in bytes of a value, by BSON type number, for the supported types of fixed size. */
const fixedSizes: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 18: 8, 19: 16 };

function valueSize(bytes: Buffer, type: number, at: number): number {
  const fixed = fixedSizes[type];
  if (fixed !== undefined) return fixed;
  if (type === 3 || type === 4) return bytes.readInt32LE(at);
  if (type === 2) return 4 + bytes.readInt32LE(at);
  if (type === 5) return 5 + bytes.readInt32LE(at);
  throw new Error(`A stored document holds the BSON type ${type}`);
}

/** Copies a BSON document from the start of a buffer that the store will reuse. */
export const copyOf = (bytes: Buffer): Buffer =>
  Uint8Array.prototype.slice.call(bytes, 0, bytes.readInt32LE(0)) as Buffer;

/** Visits top-level elements (offsets of type byte, value and next element) until `visit` returns false. */
function eachElement(bytes: Buffer, visit: (start: number, value: number, next: number) => boolean): void {
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end; ) {
    let value = at + 1;
    while (bytes[value] !== 0) value++;
    value++;
    const next = value + valueSize(bytes, bytes[at]!, value);
    if (!visit(at, value, next)) return;
    at = next;
  }
}

/** Returns a BSON document with only the top-level fields that `keeps` accepts, without decoding their values. */
export function pickElements(bytes: Buffer, keeps: (name: string) => boolean): Buffer {
  const picked = Buffer.allocUnsafe(bytes.readInt32LE(0));
  let size = 4;
  eachElement(bytes, (start, value, next) => {
    if (keeps(bytes.toString('utf8', start + 1, value - 1))) {
      bytes.copy(picked, size, start, next);
      size += next - start;
    }
    return true;
  });
  picked[size++] = 0;
  picked.writeInt32LE(size, 0);
  return picked.subarray(0, size);
}

/** Returns the names of the top-level fields that only one document has or that differ in their bytes. */
export function changedFields(before: Buffer, after: Buffer): Set<string> {
  const changed = new Set<string>();
  const olds = new Map<string, Buffer>();
  const each = (bytes: Buffer, visit: (name: string, element: Buffer) => void): void =>
    eachElement(bytes, (start, value, next) => {
      visit(bytes.toString('utf8', start + 1, value - 1), bytes.subarray(start, next));
      return true;
    });
  each(before, (name, element) => olds.set(name, element));
  each(after, (name, element) => {
    if (!olds.get(name)?.equals(element)) changed.add(name);
    olds.delete(name);
  });
  for (const name of olds.keys()) changed.add(name);
  return changed;
}

function decodeElement(bytes: Buffer, start: number, value: number, next: number): Value {
  switch (bytes[start]) {
    case 1:
      return asDouble(bytes.readDoubleLE(value));
    case 2:
      return bytes.toString('utf8', value + 4, next - 1);
    case 8:
      return bytes[value] === 1;
    case 10:
      return null;
    case 16:
      return bytes.readInt32LE(value);
    default: {
      const size = Buffer.alloc(4);
      size.writeInt32LE(next - start + 5);
      return Object.values(decode(Buffer.concat([size, bytes.subarray(start, next), Buffer.alloc(1)])))[0];
    }
  }
}

export type FieldNames = readonly { name: string; bytes: Buffer }[];
export const fieldNames = (names: Iterable<string>): FieldNames =>
  [...new Set(names)].map((name) => ({ name, bytes: Buffer.from(name) }));

function isName(wanted: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (wanted.length !== to - from) return false;
  for (let at = 0; at < wanted.length; at++) if (wanted[at] !== bytes[from + at]) return false;
  return true;
}

export function decodeFields(bytes: Buffer, names: FieldNames): Doc {
  const doc: Doc = {};
  let left = names.length;
  if (left === 0) return doc;
  eachElement(bytes, (start, value, next) => {
    const wanted = names.find((each) => isName(each.bytes, bytes, start + 1, value - 1));
    if (!wanted) return true;
    put(doc, wanted.name, decodeElement(bytes, start, value, next));
    return --left > 0;
  });
  return doc;
}
