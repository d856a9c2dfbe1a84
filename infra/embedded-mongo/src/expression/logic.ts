import { compare } from '../bson/keys.js';
import { isDoc, typeName, type Value } from '../bson/values.js';
import { badValue, failedToParse, MongoError } from '../errors.js';
import {
  compileExpression,
  compileOperands,
  type Evaluate,
  namedOperands,
  type Operator,
  strict,
  truthy,
} from './expression.js';

/** Aggregation compares across types by type order; a missing value sorts below null. */
export const compareInOrder = (a: Value, b: Value): number =>
  a === undefined || b === undefined
    ? Number(b === undefined) * -1 + Number(a === undefined) * -1 + Number(b === undefined) * 2
    : compare(a, b);

const comparison = (accepts: (sign: number) => boolean): Operator =>
  strict(2, 2, ([a, b]) => accepts(compareInOrder(a, b)));

const cond: Operator = (operand, name) => {
  const parts: Value[] = isDoc(operand)
    ? Object.values(
        (({ if: test, then, else: other }) => [test, then, other])(
          namedOperands(operand, name, ['if', 'then', 'else']),
        ),
      )
    : (operand as Value[]);
  const [test, then, other] = compileOperands(parts, name, 3) as [Evaluate, Evaluate, Evaluate];
  return (scope) => (truthy(test(scope)) ? then(scope) : other(scope));
};

const switchOperator: Operator = (operand, name) => {
  const { branches, ...rest } = namedOperands(operand, name, ['branches'], ['default']);
  if (!Array.isArray(branches) || branches.length === 0) throw failedToParse('$switch requires at least one branch');
  const compiled = branches.map((branch) => {
    const named = namedOperands(branch, name, ['case', 'then']);
    return { test: compileExpression(named.case), result: compileExpression(named.then) };
  });
  const fallback = 'default' in rest ? compileExpression(rest.default) : undefined;
  return (scope) => {
    const branch = compiled.find(({ test }) => truthy(test(scope)));
    if (branch) return branch.result(scope);
    if (!fallback)
      throw new MongoError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified',
      );
    return fallback(scope);
  };
};

const ifNull: Operator = (operand, name) => {
  const operands = compileOperands(operand, name, 2, Number.POSITIVE_INFINITY);
  return (scope) => {
    let value: Value;
    for (const evaluate of operands) {
      value = evaluate(scope);
      if (value !== null && value !== undefined) return value;
    }
    return value;
  };
};

const letOperator: Operator = (operand, name) => {
  const named = namedOperands(operand, name, ['vars', 'in']);
  if (!isDoc(named.vars)) throw badValue('invalid parameter: expected an object (vars)');
  const vars = Object.entries(named.vars).map(([key, value]) => [key, compileExpression(value)] as const);
  const body = compileExpression(named.in);
  return (scope) => {
    const values = vars.map(([key, evaluate]) => [key, evaluate(scope)] as const);
    return body({ ...scope, vars: { ...scope.vars, ...Object.fromEntries(values) } });
  };
};

export const logicOperators: Record<string, Operator> = {
  $eq: comparison((sign) => sign === 0),
  $ne: comparison((sign) => sign !== 0),
  $gt: comparison((sign) => sign > 0),
  $gte: comparison((sign) => sign >= 0),
  $lt: comparison((sign) => sign < 0),
  $lte: comparison((sign) => sign <= 0),
  $cmp: strict(2, 2, ([a, b]) => Math.sign(compareInOrder(a, b))),
  $and: (operand, name) => {
    const operands = compileOperands(operand, name, 0, Number.POSITIVE_INFINITY);
    return (scope) => operands.every((evaluate) => truthy(evaluate(scope)));
  },
  $or: (operand, name) => {
    const operands = compileOperands(operand, name, 0, Number.POSITIVE_INFINITY);
    return (scope) => operands.some((evaluate) => truthy(evaluate(scope)));
  },
  $not: strict(1, 1, ([value]) => !truthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $let: letOperator,
  $type: strict(1, 1, ([value]) => typeName(value)),
  $toBool: strict(1, 1, ([value]) => (value === null || value === undefined ? null : truthy(value))),
};
