import { BSONRegExp } from 'bson';
import { decodeFields, type FieldNames, fieldNames } from '../bson/elements.js';
import { type Doc, isDoc, type Value } from '../bson/values.js';
import { badValue } from '../errors.js';
import { compileOperator, isOperatorDoc, regexOf, truthy } from './operators.js';
import { splitPath, visit } from './path.js';

/** `index` replaces a positional `$` in an update: the position at which the last condition on an array matched. */
export interface MatchDetails {
  index?: number;
}

/** A condition on one path. The planner derives key ranges from operator and operand. */
export interface Leaf {
  kind: 'leaf';
  /** The whole path, including that of an enclosing $elemMatch. */
  path: string;
  parts: string[];
  operator: string;
  operand: Value;
  matches(value: Value, details: MatchDetails): boolean;
  element?: { filter: Filter; overValues: boolean };
}

export type Filter = { kind: 'and' | 'or'; filters: Filter[] } | { kind: 'not'; filter: Filter } | Leaf;

const not = (filter: Filter): Filter => ({ kind: 'not', filter });
const and = (filters: Filter[]): Filter => (filters.length === 1 ? filters[0]! : { kind: 'and', filters });

export function match(filter: Filter, doc: Doc, details?: MatchDetails): boolean {
  return evaluate(filter, (leaf, negated) => {
    const visitor = (value: Value, outer: number): boolean => {
      const inner: MatchDetails = {};
      if (!leaf.matches(value, inner)) return false;
      const index = outer >= 0 ? outer : inner.index;
      if (details && !negated && index !== undefined) details.index = index;
      return true;
    };
    return visit(doc, leaf.parts, visitor, leaf.operator === '$size' || leaf.operator === '$elemMatch');
  });
}

const topFields = new WeakMap<Filter, FieldNames>();

/** Returns whether a BSON document matches; decodes only the filter's fields. @param details gets the `$` position */
export function matchStored(filter: Filter, bytes: Buffer, details?: MatchDetails): boolean {
  let names = topFields.get(filter);
  if (!names) {
    names = fieldNames(leaves(filter).map((leaf) => leaf.parts[0]!));
    topFields.set(filter, names);
  }
  return match(filter, decodeFields(bytes, names), details);
}

export function leaves(filter: Filter): Leaf[] {
  if (filter.kind === 'leaf') return [filter];
  return filter.kind === 'not' ? leaves(filter.filter) : filter.filters.flatMap(leaves);
}

/** Returns whether a value itself, not its elements, satisfies a filter of `parseValueFilter`. */
export const holds = (filter: Filter, value: Value): boolean => evaluate(filter, (leaf) => leaf.matches(value, {}));

function evaluate(filter: Filter, test: (leaf: Leaf, negated: boolean) => boolean, negated = false): boolean {
  if (filter.kind === 'leaf') return test(filter, negated);
  if (filter.kind === 'not') return !evaluate(filter.filter, test, true);
  const each = (child: Filter): boolean => evaluate(child, test, negated);
  return filter.kind === 'and' ? filter.filters.every(each) : filter.filters.some(each);
}

/** Parses a query. @param prefix path of the enclosing $elemMatch and a dot @throws MongoError, mostly BadValue (2) */
export function parseFilter(query: Doc, prefix = ''): Filter {
  return and(
    Object.entries(query).flatMap(([key, value]) =>
      key.startsWith('$') ? parseLogical(key, value, prefix) : parseField(key, value, prefix),
    ),
  );
}

export const parseValueFilter = (condition: Value, path = ''): Filter => and(parseField('', condition, path));

function parseLogical(key: string, value: Value, prefix: string): Filter[] {
  if (key === '$comment') return [];
  if (!['$and', '$or', '$nor'].includes(key)) throw badValue(`unknown or unsupported top level operator: ${key}`);
  if (!Array.isArray(value) || value.length === 0 || !value.every(isDoc))
    throw badValue(`${key} argument must be a non-empty array of objects`);
  const filters = value.map((item) => parseFilter(item as Doc, prefix));
  if (key === '$and') return filters;
  return [key === '$or' ? { kind: 'or', filters } : not({ kind: 'or', filters })];
}

function parseField(path: string, value: Value, prefix: string): Filter[] {
  const leaf = (operator: string, operand: Value): Leaf => {
    const at = { kind: 'leaf' as const, path: prefix + path, parts: path === '' ? [''] : splitPath(path), operator };
    if (operator === '$elemMatch') return { ...at, operand, ...elemMatch(at.path, operand) };
    return { ...at, operand, matches: compileOperator(operator, operand) };
  };
  if (value instanceof BSONRegExp) return [leaf('$regex', value)];
  if (!isOperatorDoc(value)) return [leaf('$eq', value)];
  return Object.entries(value).flatMap(([operator, operand]): Filter[] => {
    switch (operator) {
      case '$ne':
        return [not(leaf('$eq', operand))];
      case '$nin':
        return [not(leaf('$in', operand))];
      case '$exists':
        return [truthy(operand) ? leaf('$exists', true) : not(leaf('$exists', true))];
      case '$not':
        if (!(operand instanceof BSONRegExp) && !isOperatorDoc(operand))
          throw badValue('$not needs a regex or a document of operators');
        return [not(and(parseField(path, operand, prefix)))];
      case '$regex':
        return [leaf('$regex', regexOf(operand, value.$options))];
      case '$options':
        if (!('$regex' in value)) throw badValue('$options needs a $regex');
        return [];
      case '$all':
        return parseAll(operand, (item) => parseField(path, item, prefix));
      default:
        return [leaf(operator, operand)];
    }
  });
}

function parseAll(operand: Value, parse: (item: Value) => Filter[]): Filter[] {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.some(isOperatorDoc)) throw badValue('no $ expressions in $all');
  return operand.length === 0 ? [{ kind: 'or', filters: [] }] : operand.flatMap(parse);
}

function elemMatch(path: string, operand: Value): Pick<Leaf, 'element' | 'matches'> {
  if (!isDoc(operand)) throw badValue('$elemMatch needs an Object');
  const overValues = isOperatorDoc(operand) && !['$and', '$or', '$nor'].includes(Object.keys(operand)[0]!);
  const filter = overValues ? parseValueFilter(operand, path) : parseFilter(operand, `${path}.`);
  const accepts = (item: Value): boolean => {
    if (overValues) return holds(filter, item);
    // An array inside the array is matched as a document whose field names are its positions.
    const doc = Array.isArray(item) ? Object.fromEntries(item.entries()) : item;
    return isDoc(doc) && match(filter, doc);
  };
  const matches = (value: Value, details: MatchDetails): boolean => {
    const index = Array.isArray(value) ? value.findIndex(accepts) : -1;
    if (index >= 0) details.index = index;
    return index >= 0;
  };
  return { element: { filter, overValues }, matches };
}
