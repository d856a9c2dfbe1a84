import { compare } from '../bson/keys.js';
import { arithmetic } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, put, type Value } from '../bson/values.js';
import { MongoError, typeMismatch, unsupported } from '../errors.js';
import { comparisons, truthy } from '../query/operators.js';
import { readPath } from '../query/path.js';

/** A compiled expression, evaluated on a document; `undefined` means missing. */
export type Evaluate = (root: Doc) => Value;

interface Operator {
  /** Fewest and most operands. */
  operands: [number, number];
  evaluate(operands: Evaluate[], root: Doc): Value;
}

const isNull = (value: Value): boolean => value === null || value === undefined;
const many = Number.POSITIVE_INFINITY;

/** Aggregation compares across types by type order; a missing value sorts below null. */
function compareInOrder(a: Value, b: Value): number {
  return a === undefined || b === undefined ? Number(a !== undefined) - Number(b !== undefined) : compare(a, b);
}

function add(a: Value, b: Value): Value {
  if (isNull(a) || isNull(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) throw typeMismatch('$add only supports numbers');
  const sum = arithmetic('add', a, b);
  if (sum === undefined) throw unsupported('An $add that overflows a 64-bit integer');
  return sum;
}

function sizeOf(value: Value): number {
  if (!Array.isArray(value)) throw new MongoError(17124, 'The argument to $size must be an array');
  return value.length;
}

const comparison = (accepts: (sign: number) => boolean): Operator => ({
  operands: [2, 2],
  evaluate: ([a, b], root) => accepts(compareInOrder(a!(root), b!(root))),
});

/** The operators: anything else is refused. */
const operators: Record<string, Operator> = {
  ...Object.fromEntries(Object.entries(comparisons).map(([name, accepts]) => [name, comparison(accepts)])),
  $ne: comparison((sign) => sign !== 0),
  $add: { operands: [0, many], evaluate: (all, root) => all.reduce<Value>((sum, each) => add(sum, each(root)), 0) },
  $size: { operands: [1, 1], evaluate: ([list], root) => sizeOf(list!(root)) },
  $cond: { operands: [3, 3], evaluate: ([test, yes, no], root) => (truthy(test!(root)) ? yes!(root) : no!(root)) },
  $ifNull: {
    operands: [2, many],
    evaluate: (all, root) => (all.find((each) => !isNull(each(root))) ?? all.at(-1)!)(root),
  },
};

function compileOperator(name: string, operand: Value): Evaluate {
  if (name === '$literal') return () => operand;
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!operator) throw new MongoError(168, `Unrecognized or unsupported expression '${name}'`);
  const list = Array.isArray(operand) ? operand : [operand];
  const [least, most] = operator.operands;
  if (list.length < least || list.length > most)
    throw new MongoError(16020, `Expression ${name} does not take ${list.length} arguments.`);
  const compiled = list.map(compileExpression);
  return (root) => operator.evaluate(compiled, root);
}

function compilePath(path: string): Evaluate {
  if (path.startsWith('$$')) throw unsupported(`The variable ${path}`);
  const parts = path.slice(1).split('.');
  if (parts.includes('')) throw new MongoError(40353, `FieldPath '${path}' is not valid`);
  return (root) => readPath(root, parts);
}

/** Compiles an expression from the allow-list; anything else is refused before a document is read. */
export function compileExpression(expression: Value): Evaluate {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression);
    return (root) => items.map((item) => item(root) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const keys = Object.keys(expression);
  if (keys[0]?.startsWith('$')) {
    if (keys.length > 1) throw new MongoError(15983, `An expression has exactly one field, not ${keys.join(', ')}`);
    return compileOperator(keys[0], expression[keys[0]]);
  }
  const fields = keys.map((key) => {
    if (key.includes('.') || key.startsWith('$'))
      throw new MongoError(16405, 'dotted field names are only allowed at the top level');
    return [key, compileExpression(expression[key])] as const;
  });
  return (root) => {
    const result: Doc = {};
    for (const [key, evaluate] of fields) {
      const value = evaluate(root);
      if (value !== undefined) put(result, key, value);
    }
    return result;
  };
}
