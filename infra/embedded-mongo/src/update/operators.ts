import { BSONRegExp } from 'bson';
import { compare, equal, invert, nullKey } from '../bson/keys.js';
import { arithmetic, wholeNumber } from '../bson/numbers.js';
import { checkStorable, clone, type Doc, isDoc, isNumeric, show, typeName, type Value } from '../bson/values.js';
import { badValue, failedToParse, typeMismatch, unsupported } from '../errors.js';
import { holds, match, parseFilter, parseValueFilter } from '../query/matcher.js';
import { isOperatorDoc } from '../query/operators.js';
import { parseSort, sortKey } from '../storage/index-keys.js';

export const removed = Symbol('removed');
/** Result of a change that leaves the document as it is and creates no path. */
export const unchanged = Symbol('unchanged');

/** Returns a field's new value from the old one (`undefined` if missing); `doc` is the document before the update. */
export type Change = (old: Value, path: string, doc: Doc) => Value | typeof removed | typeof unchanged;
type Modifier = (operand: Value, path: string) => Change;

const numeric =
  (operator: string, combine: (old: Value, operand: Value) => Value): Modifier =>
  (operand, path) => {
    if (!isNumeric(operand))
      throw typeMismatch(`Cannot ${operator} with non-numeric argument: {${path}: ${show(operand)}}`);
    return (old, at) => {
      if (old !== undefined && !isNumeric(old))
        throw typeMismatch(`Cannot apply ${operator} to '${at}', a value of non-numeric type ${typeName(old)}`);
      const result = combine(old, operand);
      if (result === undefined) throw badValue(`${operator} of '${at}' (${show(old)}) overflows a 64-bit integer`);
      return result;
    };
  };

const extreme =
  (sign: number): Modifier =>
  (operand) => {
    checkStorable(operand, false);
    return (old) => (old === undefined || compare(operand, old) * sign > 0 ? clone(operand) : unchanged);
  };

const set: Modifier = (operand) => {
  checkStorable(operand, false);
  return () => clone(operand);
};

function currentDate(operand: Value): Change {
  const isDate = typeof operand === 'boolean' || (isDoc(operand) && operand.$type === 'date');
  if (!isDate) throw badValue("$currentDate takes true or {$type: 'date'}");
  return () => new Date();
}

/** Returns a change of an array's elements; a missing field stays missing or, with `make`, counts as an empty array. */
const onArray =
  (
    operator: string,
    change: (items: Value[]) => Value[] | typeof unchanged,
    make = false,
    refusal = badValue,
  ): Change =>
  (old, path) => {
    if (old === undefined) return make ? change([]) : unchanged;
    if (!Array.isArray(old)) throw refusal(`Cannot apply ${operator} to '${path}', which is a ${typeName(old)}`);
    return change(old);
  };

function elementOrder(spec: Value): (items: Value[]) => Value[] {
  const sign = wholeNumber(spec);
  if (sign === 1 || sign === -1) return (items) => items.toSorted((a, b) => compare(a, b) * sign);
  const fields = isDoc(spec) ? parseSort(spec) : undefined;
  if (!fields) throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1}');
  const nothing = Buffer.concat(fields.map((field) => (field.descending ? invert(nullKey) : nullKey)));
  return (items) =>
    items
      .map((item) => ({ item, key: isDoc(item) ? sortKey(fields, item) : nothing }))
      .sort((a, b) => Buffer.compare(a.key, b.key))
      .map(({ item }) => item);
}

/** Returns the elements and other clauses of `{ $each: [...], ... }`, or the operand as the only element. */
function eachOf(operand: Value, operator: string, allowed: string[]): { each: Value[]; clauses: Doc } {
  const clauses = isDoc(operand) && '$each' in operand ? operand : { $each: [operand] };
  const { $each: each } = clauses;
  for (const key of Object.keys(clauses))
    if (key !== '$each' && !allowed.includes(key)) throw badValue(`Unrecognized clause in ${operator}: ${key}`);
  if (!Array.isArray(each)) throw badValue(`The argument to $each in ${operator} must be an array`);
  checkStorable(each, false);
  return { each, clauses };
}

function push(operand: Value): Change {
  const { each, clauses } = eachOf(operand, '$push', ['$slice', '$sort', '$position']);
  const clause = (name: string): number | undefined => {
    const value = wholeNumber(clauses[name]);
    if (value === undefined && clauses[name] !== undefined) throw badValue(`The value for ${name} must be an integer`);
    return value;
  };
  const [at = Number.POSITIVE_INFINITY, kept] = [clause('$position'), clause('$slice')];
  const arrange = clauses.$sort === undefined ? (items: Value[]) => items : elementOrder(clauses.$sort);
  const change = (items: Value[]): Value[] => {
    const ordered = arrange(items.toSpliced(at, 0, ...each.map(clone)));
    if (kept === undefined) return ordered;
    return kept >= 0 ? ordered.slice(0, kept) : ordered.slice(kept);
  };
  return onArray('$push', change, true);
}

function addToSet(operand: Value): Change {
  const { each } = eachOf(operand, '$addToSet', []);
  const change = (items: Value[]): Value[] => {
    const result = [...items];
    for (const item of each) if (!result.some((other) => equal(other, item))) result.push(clone(item));
    return result;
  };
  return onArray('$addToSet', change, true);
}

/** Compiles $pull: a value, a condition on elements (`{ $gte: 6 }`), or a query on element documents. */
function pull(operand: Value): Change {
  const keep = (matches: (item: Value) => boolean): Change =>
    onArray('$pull', (items) => items.filter((item) => !matches(item)));
  if (isOperatorDoc(operand) || operand instanceof BSONRegExp) {
    const filter = parseValueFilter(operand);
    return keep((item) => {
      if (Array.isArray(item)) throw unsupported('$pull by a condition from an array of arrays');
      return holds(filter, item);
    });
  }
  if (!isDoc(operand)) return keep((item) => equal(item, operand));
  const filter = parseFilter(operand);
  return keep((item) => isDoc(item) && match(filter, item));
}

function pullAll(operand: Value): Change {
  if (!Array.isArray(operand)) throw badValue(`$pullAll requires an array argument, not a ${typeName(operand)}`);
  return onArray('$pullAll', (items) => items.filter((item) => !operand.some((other) => equal(other, item))));
}

function pop(operand: Value): Change {
  const end = wholeNumber(operand);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${show(operand)}`);
  return onArray('$pop', (items) => (end === 1 ? items.slice(0, -1) : items.slice(1)), false, typeMismatch);
}

/** Update operators that change one field; $rename is separate. */
export const modifiers: Record<string, Modifier> = {
  $set: set,
  $setOnInsert: set,
  $unset: () => (old) => (old === undefined ? unchanged : removed),
  $inc: numeric('$inc', (old, operand) => (old === undefined ? operand : arithmetic('add', old, operand))),
  $mul: numeric('$mul', (old, operand) => arithmetic('multiply', operand, old ?? 0)),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};
