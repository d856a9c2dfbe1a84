import { Long, Timestamp } from 'bson';
import { compare, equal, invert } from '../bson/keys.js';
import { arithmetic, isFiniteNumber, toNumber } from '../bson/numbers.js';
import { clone, type Doc, isDoc, isNumeric, show, typeName, type Value } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError, typeMismatch } from '../errors.js';
import { isOperatorDoc, match, matcher, parseFilter } from '../query/matcher.js';
import { parseSort } from '../query/sort.js';
import { sortKey } from '../storage/index-keys.js';

/** Stands for "take the field away". */
export const removed = Symbol('removed');
/** Stands for "leave the document as it is", without making the path. */
export const unchanged = Symbol('unchanged');

/** Computes a field's new value from the old one (`undefined` when it is missing). */
export type Change = (old: Value, path: string, doc: Doc) => Value | typeof removed | typeof unchanged;
type Modifier = (operand: Value, path: string) => Change;

function requireArray(old: Value, path: string, doc: Doc, operator: string): Value[] {
  if (Array.isArray(old)) return old;
  if (operator === '$push' || operator === '$addToSet') {
    throw badValue(
      `The field '${path}' must be an array but is of type ${typeName(old)} in document {_id: ${show(doc._id)}}`,
    );
  }
  throw badValue(`Cannot apply ${operator} to a non-array value`);
}

const numeric =
  (operator: '$inc' | '$mul'): Modifier =>
  (operand, path) => {
    if (!isNumeric(operand)) {
      throw typeMismatch(
        `Cannot ${operator === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path}: ${show(operand)}}`,
      );
    }
    return (old, fullPath, doc) => {
      if (old === undefined) return operator === '$inc' ? operand : arithmetic('multiply', operand, 0);
      if (!isNumeric(old)) {
        const field = fullPath.split('.').pop();
        throw typeMismatch(
          `Cannot apply ${operator} to a value of non-numeric type. {_id: ${show(doc._id)}} has the field '${field}' of non-numeric type ${typeName(old)}`,
        );
      }
      const result = arithmetic(operator === '$inc' ? 'add' : 'multiply', old, operand);
      if (result === undefined)
        throw badValue(
          `Failed to apply ${operator} operations to current value (${show(old)}) for document {_id: ${show(doc._id)}}`,
        );
      return result;
    };
  };

const extreme =
  (sign: number): Modifier =>
  (operand) =>
  (old) =>
    old === undefined || compare(operand, old) * sign > 0 ? clone(operand) : unchanged;

function currentDate(operand: Value): Change {
  const type = isDoc(operand) ? operand.$type : operand === true || operand === false ? 'date' : undefined;
  if (type !== 'date' && type !== 'timestamp') {
    throw badValue(
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
  }
  return () => (type === 'date' ? new Date() : new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }));
}

function whole(value: Value, name: string): number {
  const number = isNumeric(value) && isFiniteNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number))
    throw badValue(`The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
  return number;
}

/** The order a $push $sort asks for: 1 or -1 over whole elements, or a pattern over their fields. */
function elementOrder(spec: Value): (items: Value[]) => Value[] {
  if (isNumeric(spec)) {
    const sign = toNumber(spec);
    if (sign !== 1 && sign !== -1) throw badValue('The $sort element value must be either 1 or -1');
    return (items) => [...items].sort((a, b) => compare(a, b) * sign);
  }
  const fields = isDoc(spec) ? parseSort(spec) : undefined;
  if (!fields)
    throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  const nothing = fields.map((field) => (field.descending ? invert(Buffer.from([5])) : Buffer.from([5])));
  const keyOfItem = (item: Value): Buffer => (isDoc(item) ? sortKey(fields, item) : Buffer.concat(nothing));
  return (items) => {
    const keyed = items.map((item) => ({ item, key: keyOfItem(item) }));
    return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ item }) => item);
  };
}

function push(operand: Value): Change {
  const clauses = isDoc(operand) && '$each' in operand ? operand : { $each: [operand] };
  for (const key of Object.keys(clauses)) {
    if (!['$each', '$slice', '$sort', '$position'].includes(key))
      throw badValue(`Unrecognized clause in $push: ${key}`);
  }
  const { $each: each, $slice: slice, $position: position, $sort: sort } = clauses as Doc;
  if (!Array.isArray(each))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(each)}`);
  const at = position === undefined ? undefined : whole(position, '$position');
  const kept = slice === undefined ? undefined : whole(slice, '$slice');
  const arrange = sort === undefined ? undefined : elementOrder(sort);
  return (old, path, doc) => {
    const items = old === undefined ? [] : [...requireArray(old, path, doc, '$push')];
    const start = at === undefined ? items.length : at < 0 ? Math.max(0, items.length + at) : at;
    items.splice(start, 0, ...each.map(clone));
    const ordered = arrange ? arrange(items) : items;
    if (kept === undefined) return ordered;
    return kept >= 0 ? ordered.slice(0, kept) : ordered.slice(kept);
  };
}

function addToSet(operand: Value): Change {
  const each = isDoc(operand) && '$each' in operand ? operand.$each : [operand];
  if (!Array.isArray(each))
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`);
  if (isDoc(operand) && '$each' in operand && Object.keys(operand).length > 1)
    throw badValue('Found unexpected fields after $each in $addToSet');
  return (old, path, doc) => {
    const items = old === undefined ? [] : [...requireArray(old, path, doc, '$addToSet')];
    const before = items.length;
    for (const item of each) if (!items.some((other) => equal(other, item))) items.push(clone(item));
    return old !== undefined && items.length === before ? unchanged : items;
  };
}

/** $pull takes a value, a condition on elements (`{ $gte: 6 }`), or a query on element documents. */
function pull(operand: Value): Change {
  let matches: (item: Value) => boolean;
  if (isOperatorDoc(operand) || typeName(operand) === 'regex') {
    const filter = parseFilter({ v: operand });
    matches = (item) => match(filter, Array.isArray(item) ? { v: [item] } : { v: item });
  } else if (isDoc(operand)) {
    const query = matcher(operand);
    matches = (item) => isDoc(item) && query(item);
  } else matches = (item) => equal(item, operand);
  return (old, path, doc) => {
    if (old === undefined) return unchanged;
    const items = requireArray(old, path, doc, '$pull');
    const kept = items.filter((item) => !matches(item));
    return kept.length === items.length ? unchanged : kept;
  };
}

function pullAll(operand: Value): Change {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  return (old, path, doc) => {
    if (old === undefined) return unchanged;
    return requireArray(old, path, doc, '$pullAll').filter((item) => !operand.some((other) => equal(other, item)));
  };
}

function pop(operand: Value): Change {
  const end = isNumeric(operand) ? toNumber(operand) : Number.NaN;
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${show(operand)}`);
  return (old, path, doc) => {
    if (old === undefined) return unchanged;
    if (!Array.isArray(old))
      throw typeMismatch(
        `Path '${path}' contains an element of non-array type '${typeName(old)}' in {_id: ${show(doc._id)}}`,
      );
    return end === 1 ? old.slice(0, -1) : old.slice(1);
  };
}

function bit(operand: Value): Change {
  const steps = isDoc(operand) ? Object.entries(operand) : [];
  if (steps.length === 0) throw badValue('The $bit modifier needs an object such as {and: 1}');
  const isInteger = (value: Value): boolean => value instanceof Long || typeName(value) === 'int';
  for (const [name, value] of steps) {
    if (!['and', 'or', 'xor'].includes(name))
      throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${name}'`);
    if (!isInteger(value)) throw badValue('The $bit modifier field must be an Integer (32/64 bit)');
  }
  return (old, _, doc) => {
    if (old !== undefined && !isInteger(old))
      throw badValue(`Cannot apply $bit to a value of non-integral type in {_id: ${show(doc._id)}}`);
    const wide = [old, ...steps.map(([, value]) => value)].some((value) => value instanceof Long);
    let bits = old === undefined ? 0n : BigInt(String(old));
    for (const [name, value] of steps) {
      const mask = BigInt(String(value));
      bits = name === 'and' ? bits & mask : name === 'or' ? bits | mask : bits ^ mask;
    }
    return wide ? Long.fromBigInt(bits) : Number(bits);
  };
}

/** The update operators that change one field; $rename and $setOnInsert are turned into these. */
export const modifiers: Record<string, Modifier> = {
  $set: (operand) => () => clone(operand),
  $setOnInsert: (operand) => () => clone(operand),
  $unset: () => (old) => (old === undefined ? unchanged : removed),
  $inc: numeric('$inc'),
  $mul: numeric('$mul'),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
  $bit: bit,
};

export const pathNotViable = (message: string): MongoError => new MongoError(codes.pathNotViable, message);
