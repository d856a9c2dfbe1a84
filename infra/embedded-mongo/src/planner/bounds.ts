import type { BSONRegExp } from 'bson';
import { emptyArrayKey, invert, keyOf, nullKey, successor } from '../bson/keys.js';
import { isNaNValue } from '../bson/numbers.js';
import { orderOf, type TypeName, types, type Value } from '../bson/values.js';
import type { Filter, Leaf } from '../query/matcher.js';
import { typesOf } from '../query/operators.js';
import { parseRegex } from '../query/regex.js';

/** Keys from `lo` (inclusive) to `hi` (exclusive). */
export interface Interval {
  lo: Buffer;
  hi: Buffer;
  /** Whether the interval contains only the complete key `lo`, so that the key of the next field can follow it. */
  point?: boolean;
}

/** Key ranges of a path, ordered and disjoint: every document that matches has a key of the path in one of them. */
export interface PathBounds {
  path: string;
  intervals: Interval[];
  /** Conditions that the intervals express completely: each key in the intervals fulfils them. */
  exact?: Leaf[];
}

const point = (key: Buffer): Interval => ({ lo: key, hi: successor(key), point: true });
const startingWith = (prefix: Buffer): Interval => ({ lo: prefix, hi: successor(prefix) });
const bracket = (order: number): Interval => startingWith(Buffer.from([order]));
const nullPoint = point(nullKey);

export const flip = ({ lo, hi, point: isPoint }: Interval): Interval =>
  isPoint ? point(invert(lo)) : { lo: successor(invert(hi)), hi: successor(invert(lo)) };

export function union(intervals: Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => Buffer.compare(a.lo, b.lo) || Buffer.compare(a.hi, b.hi))) {
    const last = merged.at(-1);
    // Adjacent points are not merged: the planner treats points and ranges differently.
    if (!last || Buffer.compare(next.lo, last.hi) >= (next.point && last.point ? 0 : 1)) merged.push(next);
    else if (!(next.point && last.point))
      merged[merged.length - 1] = { lo: last.lo, hi: Buffer.compare(next.hi, last.hi) > 0 ? next.hi : last.hi };
  }
  return merged;
}

export function intersect(a: Interval[], b: Interval[]): Interval[] {
  const result: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i]!, b[j]!];
    const lo = Buffer.compare(x.lo, y.lo) >= 0 ? x.lo : y.lo;
    const order = Buffer.compare(x.hi, y.hi);
    const hi = order <= 0 ? x.hi : y.hi;
    if (Buffer.compare(lo, hi) < 0) result.push({ lo, hi, point: x.point || y.point });
    if (order <= 0) i++;
    else j++;
  }
  return result;
}

export const covers = (outer: Interval[], inner: Interval[]): boolean =>
  inner.every((one) =>
    outer.some((other) => Buffer.compare(other.lo, one.lo) <= 0 && Buffer.compare(other.hi, one.hi) >= 0),
  );

export const coverNull = (intervals: Interval[]): boolean => intersect(intervals, [nullPoint]).length > 0;

/** Returns the intervals of an equality. For an array: its first element, or itself where it is nested in an array. */
function equality(value: Value): Interval[] {
  if (!Array.isArray(value)) return [point(keyOf(value))];
  if (Array.isArray(value[0])) return [bracket(types.array.order)];
  return union([point(value.length ? keyOf(value[0]) : emptyArrayKey), point(keyOf(value))]);
}

const isRange = (operator: string): boolean => /^\$[gl]te?$/.test(operator);

function range(operator: string, operand: Value): Interval[] | undefined {
  const order = orderOf(operand);
  if (order === types.array.order) return undefined;
  const [key, whole] = [keyOf(operand), bracket(order)];
  // null and NaN equal themselves and compare with nothing else; NaN is the lowest number.
  if (order === types.null.order || isNaNValue(operand)) return operator.endsWith('e') ? [point(key)] : [];
  const lowest = order === types.int.order ? successor(keyOf(Number.NaN)) : whole.lo;
  if (operator.startsWith('$g')) return [{ lo: operator === '$gte' ? key : successor(key), hi: whole.hi }];
  return [{ lo: lowest, hi: operator === '$lte' ? successor(key) : key }];
}

const prefixInterval = (prefix: string): Interval => startingWith(keyOf(prefix).subarray(0, -1));

/** Returns the key intervals of a condition, or undefined if it does not restrict keys. */
function leafIntervals({ operator, operand }: Leaf): Interval[] | undefined {
  switch (operator) {
    case '$eq':
      return equality(operand);
    case '$in':
      return union((operand as Value[]).flatMap(equality));
    case '$regex':
      return [prefixInterval(parseRegex(operand as BSONRegExp).prefix)];
    case '$type': {
      const names = [...typesOf(operand)] as TypeName[];
      if (names.includes('array') || names.includes('null')) return undefined;
      return union(names.map((name) => bracket(types[name].order)));
    }
    default:
      return isRange(operator) ? range(operator, operand) : undefined;
  }
}

/** Returns whether every key in the condition's intervals belongs to a match. */
function isExact({ operator, operand, path }: Leaf): boolean {
  if (!isRange(operator) && operator !== '$eq' && operator !== '$in') return false;
  const operands = operator === '$in' ? (operand as Value[]) : [operand];
  // A null key can also come from a dotted path that ends in an array of scalars, which does not match null.
  return operands.every((each) => !Array.isArray(each) && !(each === null && path.includes('.')));
}

export function pathBounds(filter: Filter): PathBounds[] {
  switch (filter.kind) {
    case 'and':
      return filter.filters.flatMap(pathBounds);
    case 'or':
      return orBounds(filter.filters);
    case 'not': {
      const { filter: inner } = filter;
      const missing = inner.kind === 'leaf' && inner.operator === '$exists' && inner.path === inner.parts.join('.');
      return missing ? [{ path: inner.path, intervals: [nullPoint] }] : [];
    }
    case 'leaf': {
      const { path, element } = filter;
      // An array inside an array is one key; its elements have none.
      if (element) return filter.parts[0] === '' ? [] : elementBounds(path, element.filter, element.overValues);
      const intervals = leafIntervals(filter);
      return intervals ? [{ path, intervals, exact: isExact(filter) ? [filter] : undefined }] : [];
    }
  }
}

/** Returns the bounds of $elemMatch. Conditions on one value apply to the same key: their intervals are intersected. */
function elementBounds(path: string, filter: Filter, overValues: boolean): PathBounds[] {
  const bounds = pathBounds(filter).map((each) => ({ path: each.path, intervals: each.intervals }));
  if (!overValues || bounds.length === 0) return bounds;
  return [{ path, intervals: bounds.map((each) => each.intervals).reduce(intersect) }];
}

/** Returns bounds for the paths that every branch of an $or bounds: the union of the branches' intervals. */
function orBounds(branches: Filter[]): PathBounds[] {
  const [first, ...rest] = branches.map(pathBounds);
  const paths = [...new Set(first?.map((bounds) => bounds.path))];
  return paths.flatMap((path) => {
    const parts = [first!, ...rest].map((branch) => branch.find((bounds) => bounds.path === path));
    if (!parts.every((part) => part !== undefined)) return [];
    return [{ path, intervals: union(parts.flatMap((part) => part.intervals)) }];
  });
}
