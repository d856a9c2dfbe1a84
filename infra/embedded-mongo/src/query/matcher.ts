import { BSONRegExp } from 'bson';
import { type Doc, isDoc, type Value } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError, unsupported } from '../errors.js';
import { compileExpression, newScope, truthy } from '../expression/expression.js';
import { type LeafTest, parseOperator } from './operators.js';
import { splitPath, visit } from './path.js';

/** Carries the array position that the positional `$` stands for: the last array predicate that matched sets it. */
export interface MatchDetails {
  index?: number;
}

/** One node of a parsed filter. The planner reads the fields, the matcher runs `match`. */
export type Filter =
  | { kind: 'and' | 'or' | 'nor'; filters: Filter[] }
  | { kind: 'leaf'; path: string; parts: string[]; test: LeafTest }
  | { kind: 'not'; path: string; filter: Filter }
  | { kind: 'expr'; test: (doc: Doc) => boolean };

export function match(filter: Filter, doc: Doc, details?: MatchDetails): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((child) => match(child, doc, details));
    case 'or':
      return filter.filters.some((child) => match(child, doc, details));
    case 'nor':
      return !filter.filters.some((child) => match(child, doc));
    case 'not':
      return !match(filter.filter, doc);
    case 'expr':
      return filter.test(doc);
    case 'leaf': {
      const { test } = filter;
      return visit(
        doc,
        filter.parts,
        (value, outer) => {
          const inner: MatchDetails = {};
          if (!test.matches(value, inner)) return false;
          const index = outer >= 0 ? outer : inner.index;
          if (details && index !== undefined) details.index = index;
          return true;
        },
        test.leafArrays,
      );
    }
  }
}

/** A filter compiled for reuse. */
export const matcher = (query: Doc): ((doc: Doc, details?: MatchDetails) => boolean) => {
  const filter = parseFilter(query);
  return (doc, details) => match(filter, doc, details);
};

const and = (filters: Filter[]): Filter => (filters.length === 1 ? filters[0]! : { kind: 'and', filters });

/** Parses a query document. Throws the server's codes for what is malformed, NotImplemented for what is not supported. */
export function parseFilter(query: Doc): Filter {
  const filters: Filter[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (!key.startsWith('$')) {
      filters.push(...parsePath(key, value));
      continue;
    }
    switch (key) {
      case '$and':
      case '$or':
      case '$nor': {
        if (!Array.isArray(value) || value.length === 0) throw badValue(`${key} argument must be a non-empty array`);
        if (!value.every(isDoc)) throw badValue(`${key} argument's entries must be objects`);
        const children = value.map((item) => parseFilter(item as Doc));
        if (key === '$and') filters.push(...children);
        else filters.push({ kind: key === '$or' ? 'or' : 'nor', filters: children });
        break;
      }
      case '$expr': {
        const evaluate = compileExpression(value);
        filters.push({ kind: 'expr', test: (doc) => truthy(evaluate(newScope(doc))) });
        break;
      }
      case '$comment':
        break;
      case '$where':
      case '$text':
      case '$jsonSchema':
      case '$sampleRate':
        throw unsupported(`The query operator ${key}`);
      default:
        throw badValue(`unknown top level operator: ${key}`);
    }
  }
  return and(filters);
}

/** Whether a value is a document of operators such as `{ $gt: 1 }`; a mix of operators and fields is refused. */
export function isOperatorDoc(value: Value): value is Doc {
  if (!isDoc(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys[0]!.startsWith('$')) return false;
  if (keys[0] === '$ref' || keys[0] === '$id') throw unsupported('A DBRef');
  return true;
}

function parsePath(path: string, value: Value): Filter[] {
  const parts = path === '' ? [''] : splitPath(path);
  const leaf = (test: LeafTest): Filter => ({ kind: 'leaf', path, parts, test });
  if (value instanceof BSONRegExp) return [leaf(parseOperator('$regex', value, { $regex: value }))];
  if (!isOperatorDoc(value)) return [leaf(parseOperator('$eq', value, {}))];
  const filters: Filter[] = [];
  for (const [operator, operand] of Object.entries(value)) {
    if (!operator.startsWith('$')) throw badValue(`unknown operator: ${operator}`);
    if (operator === '$not') filters.push(parseNot(path, operand));
    else if (operator === '$ne')
      filters.push(negate(path, leaf(parseOperator('$eq', refuseRegex('$ne', operand), {}))));
    else if (operator === '$nin') filters.push(negate(path, leaf(parseOperator('$in', operand, {}, '$nin'))));
    else if (operator === '$exists') {
      const present = leaf(parseOperator('$exists', true, {}));
      filters.push(truthy(operand) ? present : negate(path, present));
    } else if (operator === '$all') filters.push(...parseAll(path, operand, leaf));
    else if (operator === '$options') {
      if (!('$regex' in value)) throw badValue('$options needs a $regex');
    } else filters.push(leaf(parseOperator(operator, operand, value)));
  }
  return filters;
}

const negate = (path: string, filter: Filter): Filter => ({ kind: 'not', path, filter });

function refuseRegex(operator: string, operand: Value): Value {
  if (operand instanceof BSONRegExp) throw badValue(`Can't have regex as arg to ${operator}.`);
  return operand;
}

function parseNot(path: string, operand: Value): Filter {
  if (operand instanceof BSONRegExp) return negate(path, and(parsePath(path, operand)));
  if (!isDoc(operand)) throw badValue('$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw badValue('$not cannot be empty');
  if (!isOperatorDoc(operand)) throw badValue(`unknown operator: ${Object.keys(operand)[0]}`);
  return negate(path, and(parsePath(path, operand)));
}

function parseAll(path: string, operand: Value, leaf: (test: LeafTest) => Filter): Filter[] {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.length === 0) return [{ kind: 'or', filters: [] }];
  const elemMatches = operand.filter((item) => isDoc(item) && '$elemMatch' in item).length;
  if (elemMatches && elemMatches !== operand.length) throw badValue('$all/$elemMatch has to be consistent');
  return operand.map((item) => {
    if (elemMatches) return and(parsePath(path, item));
    if (isOperatorDoc(item)) throw badValue('no $ expressions in $all');
    return leaf(
      item instanceof BSONRegExp ? parseOperator('$regex', item, { $regex: item }) : parseOperator('$eq', item, {}),
    );
  });
}

/**
 * The equalities that an upsert copies from its query: `{a: 1}`, `$eq`, a one-element `$in`, `$all` or `$or`, inside
 * any `$and`. Throws when one path is fixed twice.
 */
export function equalities(query: Doc, found: Map<string, Value> = new Map()): Map<string, Value> {
  const add = (path: string, value: Value): void => {
    for (const other of found.keys()) {
      if (other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) {
        throw new MongoError(
          codes.notSingleValueField,
          `cannot infer query fields to set, path '${path}' is matched twice`,
        );
      }
    }
    found.set(path, value);
  };
  for (const [key, value] of Object.entries(query)) {
    if (key === '$and') for (const part of value as Doc[]) equalities(part, found);
    else if (key === '$or' && (value as Doc[]).length === 1) equalities((value as Doc[])[0]!, found);
    else if (key.startsWith('$') || value instanceof BSONRegExp) continue;
    else if (!isOperatorDoc(value)) add(key, value);
    else {
      for (const operator of ['$in', '$all']) {
        const list = value[operator];
        if (Array.isArray(list) && list.length === 1 && !(list[0] instanceof BSONRegExp) && !isOperatorDoc(list[0]))
          add(key, list[0]);
      }
      if ('$eq' in value) add(key, value.$eq);
    }
  }
  return found;
}

/** A filter document taken from a command; anything but a document is refused. */
export function filterDoc(value: Value, name: string): Doc {
  if (value === undefined) return {};
  if (!isDoc(value)) throw failedToParse(`Expected field ${name} to be of type object`);
  return value;
}
