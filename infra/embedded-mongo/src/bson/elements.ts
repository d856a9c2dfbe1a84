import { type Doc, decode } from './values.js';

/** Bytes of a value by its BSON type, where they are always the same. */
const fixedSizes: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 18: 8, 19: 16 };

function valueSize(bytes: Buffer, type: number, at: number): number {
  const fixed = fixedSizes[type];
  if (fixed !== undefined) return fixed;
  if (type === 3 || type === 4) return bytes.readInt32LE(at);
  if (type === 2) return 4 + bytes.readInt32LE(at);
  if (type === 5) return 5 + bytes.readInt32LE(at);
  throw new Error(`A stored document holds the BSON type ${type}`);
}

/**
 * A stored document with some of its top-level fields, copied and not decoded.
 * @param keeps asked for each field in turn, until it has answered true as often as there are fields to find
 * @param wanted how many that is, where it is known
 */
export function pickElements(
  bytes: Buffer,
  keeps: (name: string) => boolean,
  wanted = Number.POSITIVE_INFINITY,
): Buffer {
  const end = bytes.length - 1;
  const picked = Buffer.allocUnsafe(bytes.length);
  let [size, found] = [4, 0];
  for (let at = 4; at < end && found < wanted; ) {
    const value = bytes.indexOf(0, at + 1) + 1;
    const next = value + valueSize(bytes, bytes[at]!, value);
    if (keeps(bytes.toString('utf8', at + 1, value - 1))) {
      bytes.copy(picked, size, at, next);
      size += next - at;
      found++;
    }
    at = next;
  }
  picked[size++] = 0;
  picked.writeInt32LE(size, 0);
  return picked.subarray(0, size);
}

/** The in-memory form of a stored document with these of its top-level fields. */
export const decodeFields = (bytes: Buffer, names: ReadonlySet<string>): Doc =>
  decode(pickElements(bytes, (name) => names.has(name), names.size));
