import type { Binary, Decimal128, Long, ObjectId } from 'bson';
import { type Exact, exactOf, exactOfDouble, isFiniteNumber, isNaNValue, subtractExact, toNumber } from './numbers.js';
import { type Doc, orderOf, typeName, types, type Value } from './values.js';

/** Shared buffer in which one key at a time is built; `keyOf` copies the complete key. */
let buffer = Buffer.allocUnsafe(4096);
let length = 0;

function reserve(bytes: number): void {
  if (length + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + bytes));
  buffer.copy(larger, 0, 0, length);
  buffer = larger;
}

function byte(value: number): void {
  reserve(1);
  buffer[length++] = value;
}

function bytes(value: Uint8Array): void {
  reserve(value.length);
  buffer.set(value, length);
  length += value.length;
}

/** Appends UTF-8 with NUL escaped as 00 ff, terminated by 00, so that no encoded text is a prefix of another. */
function text(value: string): void {
  reserve(value.length * 4 + 1);
  if (value.includes('\0')) {
    for (const unit of Buffer.from(value)) {
      byte(unit);
      if (unit === 0) byte(0xff);
    }
  } else length += buffer.write(value, length, 'utf8');
  byte(0);
}

function date(value: Date): void {
  reserve(8);
  length = buffer.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value.getTime()) ^ (1n << 63n)), length);
}

function double(value: number): void {
  reserve(8);
  if (Number.isNaN(value)) buffer.fill(0, length, length + 8);
  else {
    buffer.writeDoubleBE(value === 0 ? 0 : value, length);
    if (buffer[length]! & 0x80) for (let i = length; i < length + 8; i++) buffer[i] = ~buffer[i]! & 0xff;
    else buffer[length] = buffer[length]! | 0x80;
  }
  length += 8;
}

function nextDown(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  if (value === 0) return -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

/** Stands in for -Infinity as the floor of a Decimal128 below all finite doubles. */
const belowAllDecimals: Exact = { int: -1n, exponent: 6200 };

/** Appends the largest double not above the value, then, if needed, digits that sort values with the same double. */
function number(value: Value): void {
  if (isNaNValue(value)) double(Number.NaN);
  else if (!isFiniteNumber(value)) double(String(value).startsWith('-') ? -Infinity : Infinity);
  else if (['int', 'double'].includes(typeName(value))) double(toNumber(value));
  else exactNumber(value as Long | Decimal128);
  byte(0);
}

function exactNumber(value: Long | Decimal128): void {
  const exact = exactOf(value);
  let floor = Math.min(toNumber(value), Number.MAX_VALUE);
  if (Number.isFinite(floor) && subtractExact(exactOfDouble(floor), exact).int > 0n) floor = nextDown(floor);
  const beyond = floor === Number.MAX_VALUE ? { int: 0n, exponent: 0 } : exactOfDouble(floor);
  const rest = subtractExact(exact, floor === -Infinity ? belowAllDecimals : beyond);
  double(floor);
  if (rest.int === 0n) return;
  const digits = rest.int.toString();
  const magnitude = digits.length + rest.exponent + 0x8000;
  bytes(Buffer.from([1, magnitude >> 8, magnitude & 0xff]));
  bytes(Buffer.from(digits.replace(/0+$/, ''), 'latin1'));
}

function items(keys: string[] | undefined, values: Value[]): void {
  for (const [index, item] of values.entries()) {
    const type = typeName(item);
    byte(types[type].order);
    if (keys) text(keys[index]!);
    payloads[type]?.(item as never);
  }
  byte(0);
}

function binary(value: Binary): void {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(value.position, 0);
  head[4] = value.sub_type;
  bytes(head);
  bytes(value.buffer.subarray(0, value.position));
}

const payloads: Record<string, (value: never) => void> = {
  int: number,
  long: number,
  double: number,
  decimal: number,
  string: text,
  objectId: (value: ObjectId) => bytes(value.id),
  date,
  bool: (value: boolean) => byte(value ? 1 : 0),
  object: (value: Doc) => items(Object.keys(value), Object.values(value)),
  array: (value: Value[]) => items(undefined, value),
  binData: binary,
};

/**
 * Returns bytes whose memcmp order is MongoDB's order of values (manual, "Comparison/Sort Order"); `undefined` equals
 * null. The encoding is self-delimiting, so that the keys of several fields can be concatenated.
 */
export function keyOf(value: Value): Buffer {
  length = 0;
  const type = typeName(value);
  byte(types[type].order);
  payloads[type]?.(value as never);
  const key = Buffer.allocUnsafeSlow(length);
  buffer.copy(key, 0, 0, length);
  return key;
}

/** Returns a key for a Map or Set: values that MongoDB considers equal, such as 1 and 1.0, have the same text. */
export const keyText = (value: Value): string => keyOf(value).toString('latin1');

/** Index key of an empty array, which MongoDB sorts below null. */
export const emptyArrayKey = Buffer.from([0x04]);
export const nullKey = keyOf(null);

export function invert(key: Buffer): Buffer {
  const inverted = Buffer.allocUnsafeSlow(key.length);
  for (let i = 0; i < key.length; i++) inverted[i] = ~key[i]! & 0xff;
  return inverted;
}

export function successor(prefix: Buffer): Buffer {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  const next = Buffer.from(prefix.subarray(0, end));
  if (end > 0) next[end - 1] = next[end - 1]! + 1;
  return next;
}

/** Compares two values in MongoDB's sort order; 0: equal, also across number types (1 and 1.0). */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a) && !Number.isNaN(b)) return a - b || 0;
  if (typeof a === 'string' && typeof b === 'string' && a === b) return 0;
  return orderOf(a) - orderOf(b) || Buffer.compare(keyOf(a), keyOf(b));
}

export const equal = (a: Value, b: Value): boolean => compare(a, b) === 0;
