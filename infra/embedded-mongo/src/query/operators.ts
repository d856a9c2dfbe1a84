import { BSONRegExp, MaxKey, MinKey } from 'bson';
import { compare, equal, keyOf } from '../bson/keys.js';
import { isFiniteNumber, isNaNValue, toNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, orderOf, typeName, typeNumbers, typeOrder, type Value } from '../bson/values.js';
import { badValue, failedToParse, unsupported } from '../errors.js';
import { type Filter, isOperatorDoc, type MatchDetails, match, parseFilter } from './matcher.js';
import { compileRegex } from './regex.js';

export type Comparison = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

/** A predicate on one value. The planner derives index bounds from `operator` and the operands. */
export interface LeafTest {
  operator: string;
  matches(value: Value, details: MatchDetails): boolean;
  /** Off for operators that see an array as a whole ($size, $elemMatch). */
  leafArrays: boolean;
  operand: Value;
  /** $in: its values and expressions apart. */
  values?: Value[];
  regexes?: BSONRegExp[];
  /** $elemMatch over documents, and over values (each test bound to one element). */
  filter?: Filter;
  tests?: LeafTest[];
}

const comparisons: readonly string[] = ['$eq', '$gt', '$gte', '$lt', '$lte'];

function comparison(operator: Comparison, operand: Value): (value: Value) => boolean {
  const order = orderOf(operand);
  const accepts = (sign: number): boolean =>
    operator === '$eq'
      ? sign === 0
      : operator === '$gt'
        ? sign > 0
        : operator === '$gte'
          ? sign >= 0
          : operator === '$lt'
            ? sign < 0
            : sign <= 0;
  if (operand instanceof MinKey || operand instanceof MaxKey) {
    const above = operand instanceof MinKey ? ['$gt', '$gte'] : ['$lt', '$lte'];
    return (value) => (value !== undefined && orderOf(value) === order ? accepts(0) : above.includes(operator));
  }
  const operandIsNaN = isNaNValue(operand);
  return (value) => {
    if (orderOf(value) !== order) return false;
    // NaN equals only NaN, and is neither above nor below any number.
    if (order === typeOrder.number && (operandIsNaN || isNaNValue(value)))
      return operandIsNaN && isNaNValue(value) && accepts(0);
    return accepts(compare(value, operand));
  };
}

const regexTest = (regex: BSONRegExp): ((value: Value) => boolean) => {
  const compiled = compileRegex(regex.pattern, regex.options);
  return (value) =>
    typeof value === 'string' ? compiled.test(value) : value instanceof BSONRegExp && equal(value, regex);
};

function regexOperand(operand: Value, siblings: Doc): BSONRegExp {
  const options = siblings.$options;
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (operand instanceof BSONRegExp) {
    if (options !== undefined && operand.options) throw badValue('options set in both $regex and $options');
    return new BSONRegExp(operand.pattern, options ?? operand.options);
  }
  if (typeof operand !== 'string') throw badValue('$regex has to be a string');
  return new BSONRegExp(operand, options ?? '');
}

/** The types a $type operand asks for, by alias; 'number' stands for four. */
export function typesOf(operand: Value): Set<string> {
  const types = new Set<string>();
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw failedToParse('$type must match at least one type');
  for (const item of list) {
    if (item === 'number') for (const name of ['int', 'long', 'double', 'decimal']) types.add(name);
    else if (typeof item === 'string') {
      if (!(item in typeNumbers)) throw badValue(`Unknown type name alias: ${item}`);
      types.add(item);
    } else if (isNumeric(item)) {
      const name = Object.keys(typeNumbers).find((key) => typeNumbers[key] === toNumber(item));
      if (!name) throw badValue(`Invalid numerical type code: ${toNumber(item)}`);
      types.add(name);
    } else throw failedToParse('type must be represented as a number or a string');
  }
  return types;
}

function wholeNumber(operand: Value, name: string): number {
  const value = isNumeric(operand) && isFiniteNumber(operand) ? toNumber(operand) : Number.NaN;
  if (!Number.isInteger(value)) throw badValue(`${name} must be a whole number`);
  return value;
}

function elemMatch(operand: Value): LeafTest {
  if (!isDoc(operand)) throw badValue('$elemMatch needs an Object');
  const first = Object.keys(operand)[0];
  const overValues = isOperatorDoc(operand) && !['$and', '$or', '$nor', '$expr', '$where'].includes(first!);
  const leaf = { operator: '$elemMatch', operand, leafArrays: false };
  if (overValues) {
    const filter = parseFilter({ v: operand });
    const leaves = filter.kind === 'and' ? filter.filters : [filter];
    const tests = leaves.flatMap((child) => (child.kind === 'leaf' ? [child.test] : []));
    const holds = (child: Filter, item: Value): boolean => {
      if (child.kind === 'leaf') return child.test.matches(item, {});
      if (child.kind === 'not') return !holds(child.filter, item);
      if (child.kind === 'and') return child.filters.every((part) => holds(part, item));
      return child.kind === 'or' && child.filters.some((part) => holds(part, item));
    };
    return { ...leaf, tests, matches: (value, details) => findElement(value, details, (item) => holds(filter, item)) };
  }
  const filter = parseFilter(operand);
  const asDoc = (item: Value): Doc | undefined =>
    isDoc(item) ? item : Array.isArray(item) ? (Object.assign({}, item) as unknown as Doc) : undefined;
  return {
    ...leaf,
    filter,
    matches: (value, details) =>
      findElement(value, details, (item) => {
        const doc = asDoc(item);
        return doc !== undefined && match(filter, doc);
      }),
  };
}

function findElement(value: Value, details: MatchDetails, holds: (item: Value) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  const index = value.findIndex(holds);
  if (index >= 0) details.index = index;
  return index >= 0;
}

function inTest(operand: Value, name: string): LeafTest {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  const regexes = operand.filter((item) => item instanceof BSONRegExp);
  const values = operand.filter((item) => !(item instanceof BSONRegExp));
  if (values.some((item) => isOperatorDoc(item))) throw badValue(`cannot nest $ under ${name}`);
  const keys = new Set(values.map((item) => keyOf(item).toString('latin1')));
  const tests = regexes.map(regexTest);
  return {
    operator: '$in',
    operand,
    leafArrays: true,
    values,
    regexes,
    matches: (value) => keys.has(keyOf(value).toString('latin1')) || tests.some((test) => test(value)),
  };
}

/** Parses one field operator. `siblings` is the operator document ($regex reads $options from it). */
export function parseOperator(operator: string, operand: Value, siblings: Doc, name = operator): LeafTest {
  const leaf = { operator, operand, leafArrays: true };
  if (comparisons.includes(operator)) {
    if (operand instanceof BSONRegExp && operator !== '$eq')
      throw badValue("Can't have RegEx as arg to predicate over field.");
    return { ...leaf, matches: comparison(operator as Comparison, operand) };
  }
  switch (operator) {
    case '$in':
      return inTest(operand, name);
    case '$exists':
      return { ...leaf, matches: (value) => value !== undefined };
    case '$type': {
      const types = typesOf(operand);
      return { ...leaf, matches: (value) => types.has(typeName(value)) };
    }
    case '$regex': {
      const regex = regexOperand(operand, siblings);
      return { ...leaf, operand: regex, matches: regexTest(regex) };
    }
    case '$size': {
      const size = wholeNumber(operand, '$size');
      if (size < 0) throw badValue('$size may not be negative');
      return { ...leaf, leafArrays: false, matches: (value) => Array.isArray(value) && value.length === size };
    }
    case '$mod': {
      if (!Array.isArray(operand)) throw badValue('malformed mod, needs to be an array');
      if (operand.length !== 2)
        throw badValue(`malformed mod, ${operand.length < 2 ? 'not enough' : 'too many'} elements`);
      const [divisor, rest] = operand.map((item) => {
        if (!isNumeric(item) || !isFiniteNumber(item))
          throw badValue('malformed mod, divisor and remainder must be numbers');
        return BigInt(Math.trunc(toNumber(item)));
      }) as [bigint, bigint];
      if (divisor === 0n) throw badValue('divisor cannot be 0');
      const whole = (value: Value): bigint =>
        isLong(value) ? BigInt(String(value)) : BigInt(Math.trunc(toNumber(value)));
      return {
        ...leaf,
        matches: (value) => isNumeric(value) && isFiniteNumber(value) && whole(value) % divisor === rest,
      };
    }
    case '$elemMatch':
      return elemMatch(operand);
    case '$geoWithin':
    case '$geoIntersects':
    case '$near':
    case '$nearSphere':
    case '$bitsAllSet':
    case '$bitsAnySet':
    case '$bitsAllClear':
    case '$bitsAnyClear':
      throw unsupported(`The query operator ${operator}`);
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
}

const isLong = (value: Value): boolean => typeName(value) === 'long';
