import { type AccumulatorName, Accumulators } from '../aggregation/accumulators.js';
import { equal } from '../bson/keys.js';
import { type Doc, isDoc, isNumeric, own, put, type Value } from '../bson/values.js';
import { MongoError } from '../errors.js';
import {
  compileExpression,
  compileOperands,
  type Evaluate,
  namedOperands,
  nullable,
  type Operator,
  requireInteger,
  strict,
  truthy,
} from './expression.js';

function requireArray(value: Value, name: string): Value[] {
  if (!Array.isArray(value)) throw new MongoError(28689, `The argument to ${name} must be an array`);
  return value;
}

function at(items: Value[], index: number): Value {
  return items.at(index);
}

/** $filter and $map: evaluate a body for each element, named by `as` (default `this`). */
const overElements =
  (body: 'cond' | 'in', collect: (items: Value[], results: Value[]) => Value): Operator =>
  (operand, name) => {
    const named = namedOperands(operand, name, ['input', body], ['as']);
    const input = compileExpression(named.input);
    const evaluate = compileExpression(named[body]);
    const as = typeof named.as === 'string' ? named.as : 'this';
    return (scope) => {
      const items = input(scope);
      if (items === null || items === undefined) return null;
      const list = requireArray(items, name);
      return collect(
        list,
        list.map((item) => evaluate({ ...scope, vars: { ...scope.vars, [as]: item } })),
      );
    };
  };

const reduce: Operator = (operand, name) => {
  const named = namedOperands(operand, name, ['input', 'initialValue', 'in']);
  const [input, initial, body] = [named.input, named.initialValue, named.in].map(compileExpression) as [
    Evaluate,
    Evaluate,
    Evaluate,
  ];
  return (scope) => {
    const items = input(scope);
    if (items === null || items === undefined) return null;
    return requireArray(items, name).reduce(
      (value, item) => body({ ...scope, vars: { ...scope.vars, value, this: item } }),
      initial(scope),
    );
  };
};

/** $sum, $avg, $min and $max as expressions: over one array operand, or over all operands. */
const accumulate =
  (accumulator: AccumulatorName): Operator =>
  (operand, name) => {
    const operands = compileOperands(operand, name, 0, Number.POSITIVE_INFINITY);
    return (scope) => {
      const values = operands.map((evaluate) => evaluate(scope));
      const state = Accumulators[accumulator]();
      for (const value of values.length === 1 && Array.isArray(values[0]) ? values[0] : values) state.add(value);
      return state.result();
    };
  };

function union(lists: Value[], name: string): Value[] {
  const found: Value[] = [];
  for (const list of lists) {
    for (const item of requireArray(list, name)) if (!found.some((other) => equal(other, item))) found.push(item);
  }
  return found;
}

function slice(values: Value[], name: string): Value[] {
  const list = requireArray(values[0], name);
  const numbers = values.slice(1).map((value) => requireInteger(value, name));
  if (numbers.length === 1) return numbers[0]! >= 0 ? list.slice(0, numbers[0]) : list.slice(numbers[0]!);
  const [position, count] = numbers as [number, number];
  if (count <= 0) throw new MongoError(28729, 'Third argument to $slice must be positive');
  const start = position < 0 ? Math.max(0, list.length + position) : position;
  return list.slice(start, start + count);
}

export const arrayOperators: Record<string, Operator> = {
  $size: strict(1, 1, ([value]) => {
    if (!Array.isArray(value)) throw new MongoError(17124, 'The argument to $size must be an array');
    return value.length;
  }),
  $isArray: strict(1, 1, ([value]) => Array.isArray(value)),
  $isNumber: strict(1, 1, ([value]) => isNumeric(value)),
  $in: strict(2, 2, ([value, list]) => {
    if (!Array.isArray(list)) throw new MongoError(40081, '$in requires an array as a second argument');
    return list.some((item) => equal(item, value ?? null));
  }),
  $arrayElemAt: nullable(2, 2, ([list, index], name) => at(requireArray(list, name), requireInteger(index, name))),
  $first: nullable(1, 1, ([list], name) => at(requireArray(list, name), 0)),
  $last: nullable(1, 1, ([list], name) => at(requireArray(list, name), -1)),
  $slice: nullable(2, 3, slice),
  $filter: overElements('cond', (items, results) => items.filter((_, index) => truthy(results[index]))),
  $map: overElements('in', (_, results) => results.map((value) => value ?? null)),
  $reduce: reduce,
  $concatArrays: nullable(0, Number.POSITIVE_INFINITY, (lists, name) =>
    lists.flatMap((list) => requireArray(list, name)),
  ),
  $setUnion: nullable(0, Number.POSITIVE_INFINITY, union),
  $setIntersection: nullable(1, Number.POSITIVE_INFINITY, (lists, name) =>
    union([lists[0]], name).filter((item) =>
      lists.every((list) => requireArray(list, name).some((other) => equal(other, item))),
    ),
  ),
  $reverseArray: nullable(1, 1, ([list], name) => requireArray(list, name).slice().reverse()),
  $sum: accumulate('$sum'),
  $avg: accumulate('$avg'),
  $min: accumulate('$min'),
  $max: accumulate('$max'),
  $mergeObjects: strict(0, Number.POSITIVE_INFINITY, (values) => {
    const merged: Doc = {};
    for (const value of values.length === 1 && Array.isArray(values[0]) ? values[0] : values) {
      if (value === null || value === undefined) continue;
      if (!isDoc(value)) throw new MongoError(40400, '$mergeObjects requires object inputs');
      for (const key of Object.keys(value)) put(merged, key, own(value, key));
    }
    return merged;
  }),
};
