import { Decimal128, Long } from 'bson';
import {
  arithmetic,
  decimalOperand,
  divideDecimal,
  exactOf,
  fromBigInt,
  isFiniteNumber,
  toNumber,
} from '../bson/numbers.js';
import { asDouble, isNumeric, typeName, type Value } from '../bson/values.js';
import { badValue, MongoError } from '../errors.js';
import { nullable, type Operator, requireInteger, requireNumber } from './expression.js';

type Fold = 'add' | 'multiply';

/** Integers that overflow int64 go on as doubles in an expression. */
const combine = (operation: 'add' | 'subtract' | 'multiply', a: Value, b: Value): Value =>
  arithmetic(operation, a, b) ?? arithmetic(operation, asDouble(toNumber(a)), asDouble(toNumber(b)));

function fold(operation: Fold): Operator {
  return nullable(0, Number.POSITIVE_INFINITY, (values, name) => {
    const date = operation === 'add' ? values.find((value) => value instanceof Date) : undefined;
    const numbers = values.filter((value) => value !== date).map((value) => requireNumber(value, name));
    const total = numbers.reduce((sum, value) => combine(operation, sum, value), operation === 'add' ? 0 : 1);
    return date ? new Date((date as Date).getTime() + Math.round(toNumber(total))) : total;
  });
}

function divide(a: Value, b: Value): Value {
  if (toNumber(b) === 0) throw badValue("can't $divide by zero");
  if ((a instanceof Decimal128 || b instanceof Decimal128) && isFiniteNumber(a) && isFiniteNumber(b)) {
    return divideDecimal(decimalOperand(a), decimalOperand(b));
  }
  const result = toNumber(a) / toNumber(b);
  return a instanceof Decimal128 || b instanceof Decimal128 ? Decimal128.fromString(String(result)) : asDouble(result);
}

function modulo(a: Value, b: Value): Value {
  if (toNumber(b) === 0) throw new MongoError(16610, "can't $mod by zero");
  if (a instanceof Decimal128 || b instanceof Decimal128) throw badValue('$mod of a decimal is not supported');
  if (typeName(a) === 'double' || typeName(b) === 'double') return asDouble(toNumber(a) % toNumber(b));
  const narrow = !(a instanceof Long) && !(b instanceof Long);
  return fromBigInt(BigInt(String(a)) % BigInt(String(b)), narrow);
}

function subtract([a, b]: Value[], name: string): Value {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    return new Date(a.getTime() - Math.round(toNumber(requireNumber(b, name))));
  }
  return combine('subtract', requireNumber(a, name), requireNumber(b, name));
}

/** Rounds half to even at a decimal place, as the server rounds; integers stay integers. */
function roundTo(mode: 'round' | 'trunc'): Operator {
  return nullable(1, 2, (values, name) => {
    const value = requireNumber(values[0], name);
    const places = values.length > 1 ? requireInteger(values[1], name) : 0;
    if (!isFiniteNumber(value)) return value;
    if (value instanceof Decimal128) throw badValue(`${name} of a decimal is not supported`);
    const { int, exponent } = exactOf(value);
    if (exponent >= -places) return value;
    const unit = 10n ** BigInt(-places - exponent);
    const magnitude = int < 0n ? -int : int;
    let kept = magnitude / unit;
    const twice = (magnitude % unit) * 2n;
    if (mode === 'round' && (twice > unit || (twice === unit && kept % 2n === 1n))) kept++;
    const result = Number(`${int < 0n ? '-' : ''}${kept}e${-places}`);
    if (typeName(value) === 'double') return asDouble(result);
    return fromBigInt(BigInt(result), !(value instanceof Long));
  });
}

const wholeOf = (apply: (value: number) => number): Operator =>
  nullable(1, 1, ([value], name) => {
    requireNumber(value, name);
    if (value instanceof Decimal128) throw badValue(`${name} of a decimal is not supported`);
    return typeName(value) === 'double' ? asDouble(apply(toNumber(value))) : value;
  });

export const arithmeticOperators: Record<string, Operator> = {
  $add: fold('add'),
  $multiply: fold('multiply'),
  $subtract: nullable(2, 2, subtract),
  $divide: nullable(2, 2, ([a, b], name) => divide(requireNumber(a, name), requireNumber(b, name))),
  $mod: nullable(2, 2, ([a, b], name) => modulo(requireNumber(a, name), requireNumber(b, name))),
  $abs: nullable(1, 1, ([value], name) =>
    toNumber(requireNumber(value, name)) < 0 ? combine('subtract', 0, value) : value,
  ),
  $floor: wholeOf(Math.floor),
  $ceil: wholeOf(Math.ceil),
  $round: roundTo('round'),
  $trunc: roundTo('trunc'),
  $toInt: nullable(1, 1, ([value], name) => convertWhole(value, name, true)),
  $toLong: nullable(1, 1, ([value], name) => convertWhole(value, name, false)),
  $toDouble: nullable(1, 1, ([value], name) => {
    if (isNumeric(value)) return asDouble(toNumber(value));
    if (typeof value === 'boolean') return asDouble(value ? 1 : 0);
    if (value instanceof Date) return asDouble(value.getTime());
    const parsed = typeof value === 'string' && value.trim() === value && value !== '' ? Number(value) : Number.NaN;
    if (Number.isNaN(parsed)) throw new MongoError(241, `Failed to parse number '${String(value)}' in ${name}`);
    return asDouble(parsed);
  }),
};

function convertWhole(value: Value, name: string, narrow: boolean): Value {
  let whole: bigint | undefined;
  if (typeof value === 'boolean') whole = value ? 1n : 0n;
  else if (value instanceof Date && !narrow) whole = BigInt(value.getTime());
  else if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) whole = BigInt(value);
  else if (isNumeric(value) && isFiniteNumber(value)) {
    const { int, exponent } = exactOf(value);
    whole = exponent < 0 ? int / 10n ** BigInt(-exponent) : int * 10n ** BigInt(exponent);
  }
  const result = whole === undefined ? undefined : fromBigInt(whole, narrow);
  if (result === undefined || (narrow && result instanceof Long)) {
    throw new MongoError(241, `Failed to convert ${String(value)} in ${name} with no onError value`);
  }
  return result;
}
