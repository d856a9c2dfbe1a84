import { BSONRegExp } from 'bson';
import { compare, keyText } from '../bson/keys.js';
import { isNaNValue, toNumber, wholeNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, orderOf, typeName, types, type Value } from '../bson/values.js';
import { badValue, failedToParse } from '../errors.js';
import { parseRegex } from './regex.js';

type Predicate = (value: Value) => boolean;

const comparisons: Record<string, (sign: number) => boolean> = {
  $eq: (sign) => sign === 0,
  $gt: (sign) => sign > 0,
  $gte: (sign) => sign >= 0,
  $lt: (sign) => sign < 0,
  $lte: (sign) => sign <= 0,
};

/** Returns a test that accepts only values of the operand's type (all numbers are one); NaN equals only NaN. */
function comparison(operator: string, operand: Value): Predicate {
  if (operand instanceof BSONRegExp) throw badValue(`Can't have regex as arg to ${operator}.`);
  const accepts = comparisons[operator]!;
  if (typeof operand === 'string' && operator === '$eq') return (value) => value === operand;
  const order = orderOf(operand);
  const operandIsNaN = isNaNValue(operand);
  return (value) => {
    if (orderOf(value) !== order) return false;
    if (operandIsNaN || isNaNValue(value)) return operandIsNaN && isNaNValue(value) && accepts(0);
    return accepts(compare(value, operand));
  };
}

/** Returns false for false, null, missing and zero, as MongoDB does. */
export const truthy = (value: Value): boolean =>
  value !== undefined && value !== null && value !== false && !(isNumeric(value) && toNumber(value) === 0);

export const isOperatorDoc = (value: Value): value is Doc =>
  isDoc(value) && Object.keys(value)[0]?.startsWith('$') === true;

export function regexOf(operand: Value, options: Value): BSONRegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (typeof operand === 'string') return new BSONRegExp(operand, options ?? '');
  if (!(operand instanceof BSONRegExp)) throw badValue('$regex has to be a string');
  if (options !== undefined && operand.options) throw badValue('options set in both $regex and $options');
  return new BSONRegExp(operand.pattern, options ?? operand.options);
}

function regex(operand: BSONRegExp): Predicate {
  const { accepts } = parseRegex(operand);
  return (value) => typeof value === 'string' && accepts(value);
}

export function typesOf(operand: Value): Set<string> {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw failedToParse('$type must match at least one type');
  const names = list.flatMap((item) => {
    const wanted = isNumeric(item) ? toNumber(item) : item;
    const found = Object.entries(types).filter(
      ([name, { number, order }]) =>
        name === wanted || number === wanted || (wanted === 'number' && order === types.int.order),
    );
    if (found.length === 0) throw badValue(`Unknown or unsupported type: ${String(wanted)}`);
    return found.map(([name]) => name);
  });
  return new Set(names);
}

function inTest(operand: Value): Predicate {
  if (!Array.isArray(operand)) throw badValue('$in and $nin need an array');
  if (operand.some(isOperatorDoc)) throw badValue('cannot nest $ under $in');
  const keys = new Set(operand.map(keyText));
  return (value) => keys.has(keyText(value));
}

function size(operand: Value): Predicate {
  const wanted = wholeNumber(operand);
  if (wanted === undefined || wanted < 0) throw badValue('$size must be a whole number of at least 0');
  return (value) => Array.isArray(value) && value.length === wanted;
}

function type(operand: Value): Predicate {
  const names = typesOf(operand);
  return (value) => value !== undefined && names.has(typeName(value));
}

const makers: Record<string, (operand: Value) => Predicate> = {
  $in: inTest,
  $exists: () => (value) => value !== undefined,
  $type: type,
  $regex: (operand) => regex(operand as BSONRegExp),
  $size: size,
};

/** Compiles an operator's predicate on a value. @throws BadValue (2) for an unknown or unsupported operator */
export function compileOperator(operator: string, operand: Value): Predicate {
  if (Object.hasOwn(comparisons, operator)) return comparison(operator, operand);
  if (!Object.hasOwn(makers, operator)) throw badValue(`unknown or unsupported operator: ${operator}`);
  return makers[operator]!(operand);
}
