import type { Binary, BSONRegExp, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import {
  addExact,
  compareExact,
  type Exact,
  exactOf,
  exactOfDouble,
  isFiniteNumber,
  isNaNValue,
  toNumber,
} from './numbers.js';
import { type Doc, orderOf, typeOrder, type Value } from './values.js';

/** Grows on demand; reused for every key, which is copied out when it is complete. */
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

/** UTF-8 with NUL escaped as 00 ff and terminated by 00: no complete text is a prefix of another. */
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

function int64(value: bigint): void {
  reserve(8);
  buffer.writeBigUInt64BE(BigInt.asUintN(64, value ^ (1n << 63n)), length);
  length += 8;
}

/** A double as 8 bytes in numeric order; NaN below everything. */
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

/** Stands in for the lowest double when a Decimal128 lies below all finite doubles; below every Decimal128. */
const belowAllDecimals: Exact = { int: -1n, exponent: 6200 };

function number0(value: number): void {
  double(value);
  byte(0);
}

/** The largest double not above the value, then what is left over as a positive exact decimal: exact across all types. */
function number(value: Value): void {
  if (isNaNValue(value)) number0(Number.NaN);
  else if (!isFiniteNumber(value)) number0(String(value).startsWith('-') ? -Infinity : Infinity);
  else if (typeof value === 'number') number0(value);
  else exactNumber(value as Long | Decimal128);
}

function exactNumber(value: Long | Decimal128): void {
  const exact = exactOf(value);
  let floor = toNumber(value);
  if (floor === Infinity) floor = Number.MAX_VALUE;
  else if (Number.isFinite(floor) && compareExact(exactOfDouble(floor), exact) > 0) floor = nextDown(floor);
  const base = floor === -Infinity ? belowAllDecimals : exactOfDouble(floor);
  const rest = addExact(exact, { int: -base.int, exponent: base.exponent });
  double(floor);
  if (rest.int > 0n) {
    const digits = rest.int.toString();
    const magnitude = digits.length + rest.exponent + 0x8000;
    bytes(Buffer.from([1, magnitude >> 8, magnitude & 0xff]));
    bytes(Buffer.from(digits.replace(/0+$/, ''), 'latin1'));
  }
  byte(0);
}

function items(keys: string[] | undefined, values: Value[]): void {
  for (const [index, item] of values.entries()) {
    const order = orderOf(item);
    byte(order);
    if (keys) text(keys[index]!);
    payload(order, item);
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

/** What follows the type byte; null, MinKey and MaxKey are the type byte alone. */
const payloads: Record<number, (value: never) => void> = {
  [typeOrder.number]: number,
  [typeOrder.string]: text,
  [typeOrder.objectId]: (value: ObjectId) => bytes(value.id),
  [typeOrder.date]: (value: Date) => int64(BigInt(value.getTime())),
  [typeOrder.bool]: (value: boolean) => byte(value ? 1 : 0),
  [typeOrder.object]: (value: Doc) => items(Object.keys(value), Object.values(value)),
  [typeOrder.array]: (value: Value[]) => items(undefined, value),
  [typeOrder.binData]: binary,
  [typeOrder.timestamp]: (value: Timestamp) => int64(value.toBigInt() ^ (1n << 63n)),
  [typeOrder.regex]: (value: BSONRegExp) => {
    text(value.pattern);
    text(value.options);
  },
};

function payload(order: number, value: Value): void {
  payloads[order]?.(value as never);
}

function take(): Buffer {
  const key = Buffer.allocUnsafeSlow(length);
  buffer.copy(key, 0, 0, length);
  return key;
}

/**
 * A value as bytes whose memcmp order is MongoDB's comparison order (the manual, "Comparison/Sort Order"): numbers
 * compare by exact value across types, documents by type, name and value of each field in turn. Missing is null.
 * The encoding is self-delimiting, so keys of several fields are made by concatenation.
 */
export function keyOf(value: Value): Buffer {
  length = 0;
  const order = orderOf(value);
  byte(order);
  payload(order, value);
  return take();
}

/** The key of an empty array in an index: MongoDB sorts it below null. */
export const emptyArrayKey = Buffer.from([typeOrder.emptyArray]);

/** Reverses the order of a field's key. */
export function invert(key: Buffer): Buffer {
  const inverted = Buffer.allocUnsafeSlow(key.length);
  for (let i = 0; i < key.length; i++) inverted[i] = ~key[i]! & 0xff;
  return inverted;
}

const surrogateFix = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** Code-point order, which is the order of the UTF-8 bytes. */
function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return surrogateFix(x) - surrogateFix(y);
  }
  return a.length - b.length;
}

/** MongoDB's total order over values; 0 means equal in the server's sense (1 and 1.0 are). */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a) && !Number.isNaN(b)) {
    return a === b ? 0 : a < b ? -1 : 1;
  }
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const byType = orderOf(a) - orderOf(b);
  return byType || Buffer.compare(keyOf(a), keyOf(b));
}

export const equal = (a: Value, b: Value): boolean => compare(a, b) === 0;
