import { Decimal128, Double, Long } from 'bson';
import { asDouble, isNumeric, typeName, type Value } from './values.js';

/** An exact decimal: int * 10^exponent. */
export interface Exact {
  int: bigint;
  exponent: number;
}

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;
const pow10 = (n: number): bigint => 10n ** BigInt(n);

/** The exact value of a finite double: every double is a finite decimal. */
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

/** Parses a finite decimal literal such as Decimal128 prints ('-1.20E+5'). */
export function exactOfString(text: string): Exact {
  const [digits = '0', exponent = '0'] = text.toUpperCase().split('E');
  const [whole = '0', fraction = ''] = digits.split('.');
  return { int: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

export const toNumber = (value: Value): number =>
  typeof value === 'number'
    ? value
    : value instanceof Double
      ? value.value
      : Number((value as Long | Decimal128).toString());

export function exactOf(value: Value): Exact {
  if (value instanceof Decimal128) return exactOfString(value.toString());
  if (isWhole(value)) return { int: bigOf(value), exponent: 0 };
  return exactOfDouble(toNumber(value));
}

export const isFiniteNumber = (value: Value): boolean =>
  value instanceof Decimal128 ? !/^-?(NaN|Inf)/i.test(value.toString()) : Number.isFinite(toNumber(value));

export const isNaNValue = (value: Value): boolean =>
  value instanceof Decimal128 ? value.toString() === 'NaN' : isNumeric(value) && Number.isNaN(toNumber(value));

/** Writes an exact decimal as Decimal128: 34 digits, rounded half to even. */
export function toDecimal({ int, exponent }: Exact): Decimal128 {
  const sign = int < 0n ? '-' : '';
  let digits = int < 0n ? -int : int;
  const excess = digits.toString().length - 34;
  if (excess > 0) {
    const unit = pow10(excess);
    const twice = (digits % unit) * 2n;
    digits = digits / unit + (twice > unit || (twice === unit && (digits / unit) % 2n === 1n) ? 1n : 0n);
    exponent += excess;
  }
  return Decimal128.fromString(`${sign}${digits}E${exponent}`);
}

function align(a: Exact, b: Exact): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [a.int * pow10(a.exponent - exponent), b.int * pow10(b.exponent - exponent), exponent];
}

export function addExact(a: Exact, b: Exact): Exact {
  const [x, y, exponent] = align(a, b);
  return { int: x + y, exponent };
}

export function compareExact(a: Exact, b: Exact): number {
  const [x, y] = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

const isWhole = (value: Value): boolean => value instanceof Long || typeName(value) === 'int';
const bigOf = (value: Value): bigint => (value instanceof Long ? value.toBigInt() : BigInt(value as number));

/** An integer result: int32 when `narrow` allows and it fits, else int64; undefined when it overflows int64. */
export function fromBigInt(value: bigint, narrow: boolean): number | Long | undefined {
  if (narrow && value >= -(2n ** 31n) && value < 2n ** 31n) return Number(value);
  return value >= int64Min && value <= int64Max ? Long.fromBigInt(value) : undefined;
}

type Operation = 'add' | 'subtract' | 'multiply';

/**
 * Adds, subtracts or multiplies with the server's type rules: the wider type of int, long, double, decimal wins, and an
 * int result that does not fit becomes a long.
 * @returns undefined when two integers overflow int64 (an error in an update, a double in an expression)
 */
export function arithmetic(operation: Operation, a: Value, b: Value): Value | undefined {
  if (isWhole(a) && isWhole(b)) {
    const [x, y] = [bigOf(a), bigOf(b)];
    const result = operation === 'add' ? x + y : operation === 'subtract' ? x - y : x * y;
    return fromBigInt(result, !(a instanceof Long) && !(b instanceof Long));
  }
  if ((a instanceof Decimal128 || b instanceof Decimal128) && isFiniteNumber(a) && isFiniteNumber(b)) {
    const [x, y] = [decimalOperand(a), decimalOperand(b)];
    if (operation === 'multiply') return toDecimal({ int: x.int * y.int, exponent: x.exponent + y.exponent });
    return toDecimal(addExact(x, operation === 'add' ? y : { int: -y.int, exponent: y.exponent }));
  }
  const [x, y] = [toNumber(a), toNumber(b)];
  const result = operation === 'add' ? x + y : operation === 'subtract' ? x - y : x * y;
  return a instanceof Decimal128 || b instanceof Decimal128 ? Decimal128.fromString(String(result)) : asDouble(result);
}

/** A double that meets a decimal is first rounded to 15 digits, as the server converts it. */
export function decimalOperand(value: Value): Exact {
  if (value instanceof Decimal128 || isWhole(value)) return exactOf(value);
  return exactOfString(toNumber(value).toPrecision(15));
}

/** Divides decimals to 34 significant digits. */
export function divideDecimal(a: Exact, b: Exact): Decimal128 {
  const shift = Math.max(0, 36 + b.int.toString().length - a.int.toString().length);
  const scaled = a.int * pow10(shift);
  const quotient = scaled / b.int;
  // A non-zero remainder becomes a sticky digit, so that rounding half to even sees it.
  const sticky = scaled % b.int === 0n ? 0n : quotient < 0n || a.int < 0n !== b.int < 0n ? -1n : 1n;
  return toDecimal(trimZeros({ int: quotient * 10n + sticky, exponent: a.exponent - b.exponent - shift - 1 }));
}

function trimZeros(value: Exact): Exact {
  let { int, exponent } = value;
  while (int !== 0n && int % 10n === 0n && exponent < 0) {
    int /= 10n;
    exponent++;
  }
  return int === 0n ? { int, exponent: 0 } : { int, exponent };
}
