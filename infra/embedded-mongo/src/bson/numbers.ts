import { Decimal128, Double, Long } from 'bson';
import { unsupported } from '../errors.js';
import { asDouble, isNumeric, typeName, type Value } from './values.js';

export interface Exact {
  int: bigint;
  exponent: number;
}

export function exactOfDouble(value: number): Exact {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (biased ? 0x10000000000000n : 0n);
  const power = (biased || 1) - 1075;
  const int = power < 0 ? mantissa * 5n ** BigInt(-power) : mantissa << BigInt(power);
  return { int: bits >> 63n ? -int : int, exponent: Math.min(power, 0) };
}

/** Returns a finite number of any BSON type as `int * 10 ** exponent`. */
export function exactOf(value: Value): Exact {
  if (isWhole(value)) return { int: bigOf(value), exponent: 0 };
  if (!(value instanceof Decimal128)) return exactOfDouble(toNumber(value));
  const [digits = '0', exponent = '0'] = value.toString().split('E');
  const [whole = '0', fraction = ''] = digits.split('.');
  return { int: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

export function subtractExact(a: Exact, b: Exact): Exact {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (value: Exact): bigint => value.int * 10n ** BigInt(value.exponent - exponent);
  return { int: scaled(a) - scaled(b), exponent };
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  return value instanceof Double ? value.value : Number((value as Long | Decimal128).toString());
}

export const isFiniteNumber = (value: Value): boolean =>
  value instanceof Decimal128 ? !/NaN|Inf/i.test(value.toString()) : Number.isFinite(toNumber(value));

export const isNaNValue = (value: Value): boolean => isNumeric(value) && Number.isNaN(toNumber(value));

/** Returns a number of any BSON type, rounded to a double, if that is integral; undefined for any other value. */
export function wholeNumber(value: Value): number | undefined {
  const number = isNumeric(value) ? toNumber(value) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

export const isWhole = (value: Value): boolean => value instanceof Long || typeName(value) === 'int';
export const bigOf = (value: Value): bigint => BigInt(String(value));

/** Returns an int32 if `narrow` is set and it fits, else an int64; undefined on int64 overflow. */
export function fromBigInt(value: bigint, narrow: boolean): number | Long | undefined {
  if (narrow && value === BigInt.asIntN(32, value)) return Number(value);
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : undefined;
}

/**
 * Adds or multiplies: the widest type of int, long and double wins; an int result that does not fit becomes a long.
 * @returns undefined on int64 overflow @throws NotImplemented (238) for a Decimal128
 */
export function arithmetic(operation: 'add' | 'multiply', a: Value, b: Value): Value | undefined {
  if (a instanceof Decimal128 || b instanceof Decimal128) throw unsupported('Arithmetic on Decimal128');
  if (isWhole(a) && isWhole(b)) {
    const result = operation === 'add' ? bigOf(a) + bigOf(b) : bigOf(a) * bigOf(b);
    return fromBigInt(result, !(a instanceof Long) && !(b instanceof Long));
  }
  const [x, y] = [toNumber(a), toNumber(b)];
  return asDouble(operation === 'add' ? x + y : x * y);
}
