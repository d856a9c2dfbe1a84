import { Timestamp } from 'bson';
import { toNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, put, type Value } from '../bson/values.js';
import { badValue, failedToParse, MongoError, unsupported } from '../errors.js';
import { readPath } from '../query/path.js';
import { arithmeticOperators } from './arithmetic.js';
import { arrayOperators } from './arrays.js';
import { dateOperators } from './dates.js';
import { logicOperators } from './logic.js';
import { stringOperators } from './strings.js';

/** What an expression sees: the document and the variables in force. */
export interface Scope {
  root: Doc;
  vars: Record<string, Value>;
}

/** A compiled expression; `undefined` means missing. */
export type Evaluate = (scope: Scope) => Value;

/** An operator gets its raw operand and compiles it. The tables below are the allow-list. */
export type Operator = (operand: Value, name: string) => Evaluate;

const operators: Record<string, Operator> = {
  ...arithmeticOperators,
  ...arrayOperators,
  ...dateOperators,
  ...logicOperators,
  ...stringOperators,
  $literal: (operand) => () => operand,
};

export const newScope = (root: Doc): Scope => ({ root, vars: {} });

/** The server's truth: false, null, missing and zero are false. */
export const truthy = (value: Value): boolean =>
  value !== undefined && value !== null && value !== false && !(isNumeric(value) && toNumber(value) === 0);

/** Compiles an expression from the allow-list; anything else is refused before a document is read. */
export function compileExpression(expression: Value): Evaluate {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression);
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const keys = Object.keys(expression);
  if (keys[0]?.startsWith('$')) {
    if (keys.length > 1)
      throw new MongoError(
        15983,
        `An object representing an expression must have exactly one field: ${keys.join(', ')}`,
      );
    const operator = Object.hasOwn(operators, keys[0]) ? operators[keys[0]] : undefined;
    if (!operator) throw new MongoError(168, `Unrecognized or unsupported expression '${keys[0]}'`);
    return operator(expression[keys[0]], keys[0]);
  }
  const fields = keys.map((key) => {
    if (key.includes('.')) throw new MongoError(16405, 'dotted field names are only allowed at the top level');
    return [key, compileExpression(expression[key])] as const;
  });
  return (scope) => {
    const result: Doc = {};
    for (const [key, evaluate] of fields) {
      const value = evaluate(scope);
      if (value !== undefined) put(result, key, value);
    }
    return result;
  };
}

function compilePath(path: string): Evaluate {
  if (!path.startsWith('$$')) {
    const parts = path.slice(1).split('.');
    if (parts.includes('')) throw new MongoError(40353, `FieldPath '${path}' is not valid`);
    return (scope) => readPath(scope.root, parts);
  }
  const [name = '', ...parts] = path.slice(2).split('.');
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (scope) => readPath(scope.root, parts);
    case 'REMOVE':
      return () => undefined;
    case 'NOW': {
      const now = new Date();
      return () => now;
    }
    case 'CLUSTER_TIME':
      throw unsupported('$$CLUSTER_TIME');
  }
  if (!/^[a-z]/.test(name)) throw failedToParse(`'${name}' starts with an invalid character for a user variable name`);
  return (scope) => {
    if (!Object.hasOwn(scope.vars, name)) throw new MongoError(17276, `Use of undefined variable: ${name}`);
    return readPath(scope.vars[name], parts);
  };
}

/** Compiles the operands of an operator that takes `min` to `max` of them (one may come without its array). */
export function compileOperands(operand: Value, name: string, min: number, max = min): Evaluate[] {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length < min || list.length > max) {
    const expected = min === max ? `exactly ${min}` : `${min} to ${max}`;
    throw new MongoError(16020, `Expression ${name} takes ${expected} arguments. ${list.length} were passed in.`);
  }
  return list.map(compileExpression);
}

/** An operator of a fixed number of operands that are all evaluated first. (A declaration: the operator tables import it in a cycle.) */
export function strict(min: number, max: number, apply: (values: Value[], name: string) => Value): Operator {
  return (operand, name) => {
    const operands = compileOperands(operand, name, min, max);
    return (scope) =>
      apply(
        operands.map((evaluate) => evaluate(scope)),
        name,
      );
  };
}

/** Like `strict`, but null when any operand is null or missing, as most operators answer. */
export function nullable(min: number, max: number, apply: (values: Value[], name: string) => Value): Operator {
  const isNull = (value: Value): boolean => value === null || value === undefined;
  return strict(min, max, (values, name) => (values.some(isNull) ? null : apply(values, name)));
}

/** Compiles the named arguments of an operator such as `$filter`; an unknown or absent one is refused. */
export function namedOperands(
  operand: Value,
  name: string,
  required: string[],
  optional: string[] = [],
): Record<string, Value> {
  if (!isDoc(operand)) throw failedToParse(`${name} only supports an object as its argument`);
  for (const key of Object.keys(operand)) {
    if (![...required, ...optional].includes(key)) throw failedToParse(`Unrecognized argument to ${name}: ${key}`);
  }
  for (const key of required) if (!(key in operand)) throw failedToParse(`Missing '${key}' parameter to ${name}`);
  return operand;
}

export function requireNumber(value: Value, name: string): Value {
  if (!isNumeric(value) || value instanceof Timestamp) throw new MongoError(14, `${name} only supports numeric types`);
  return value;
}

/** An integer operand that fits a JavaScript number. */
export function requireInteger(value: Value, name: string): number {
  const number = isNumeric(value) ? toNumber(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw badValue(`${name} requires an integer operand`);
  return number;
}
