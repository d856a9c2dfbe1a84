import { MaxKey, MinKey } from 'bson';
import { emptyArrayKey, invert, keyOf } from '../bson/keys.js';
import { isNaNValue } from '../bson/numbers.js';
import { orderOf, typeOrder, type Value } from '../bson/values.js';
import type { Filter } from '../query/matcher.js';
import { type LeafTest, typesOf } from '../query/operators.js';
import { literalPrefix } from '../query/regex.js';
import { successor } from '../storage/store.js';

/** A place between keys: before all keys that start with these bytes, or after them. */
export interface Bound {
  bytes: Buffer;
  after: boolean;
}
export interface Interval {
  lo: Bound;
  hi: Bound;
}

/** What one condition says of the keys of one path: every match has a key in one of these (ordered, disjoint) intervals. */
export interface PathBounds {
  path: string;
  intervals: Interval[];
  /** The filter that the intervals express completely, if they do: the document need not be read to check it. */
  exact: Filter | undefined;
}

const before = (bytes: Buffer): Bound => ({ bytes, after: false });
const after = (bytes: Buffer): Bound => ({ bytes, after: true });
const type = (order: number): Buffer => Buffer.from([order]);
const point = (key: Buffer): Interval => ({ lo: before(key), hi: after(key) });
const bracket = (order: number): Interval => point(type(order));

export const boundBytes = (bound: Bound): Buffer => (bound.after ? successor(bound.bytes) : bound.bytes);
export const compareBounds = (a: Bound, b: Bound): number => Buffer.compare(boundBytes(a), boundBytes(b));
export const isPoint = ({ lo, hi }: Interval): boolean =>
  !lo.after && hi.after && lo.bytes.equals(hi.bytes) && lo.bytes.length > 1;
/** null, MinKey and MaxKey keys are one byte, as type brackets are, and just as much points. */
export const isSingleKey = (interval: Interval): boolean =>
  isPoint(interval) ||
  (interval.lo.bytes.equals(interval.hi.bytes) &&
    !interval.lo.after &&
    [typeOrder.null, typeOrder.emptyArray].includes(interval.lo.bytes[0] as 5));

export const everything: Interval = { lo: before(Buffer.from([0])), hi: after(Buffer.from([0x7f])) };

/** The same interval for a field that is stored in descending order. */
export const flip = ({ lo, hi }: Interval): Interval => ({
  lo: { bytes: invert(hi.bytes), after: !hi.after },
  hi: { bytes: invert(lo.bytes), after: !lo.after },
});

export function union(intervals: Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => compareBounds(a.lo, b.lo))) {
    const last = merged[merged.length - 1];
    if (last && compareBounds(next.lo, last.hi) <= 0) {
      // Touching points stay apart: the planner treats points and ranges differently.
      if (compareBounds(next.lo, last.hi) === 0 && isSingleKey(next) && isSingleKey(last)) merged.push(next);
      else if (compareBounds(next.hi, last.hi) > 0) last.hi = next.hi;
    } else merged.push({ ...next });
  }
  return merged;
}

export function intersect(a: Interval[], b: Interval[]): Interval[] {
  const result: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i]!, b[j]!];
    const lo = compareBounds(x.lo, y.lo) >= 0 ? x.lo : y.lo;
    const order = compareBounds(x.hi, y.hi);
    const hi = order <= 0 ? x.hi : y.hi;
    if (compareBounds(lo, hi) < 0) result.push({ lo, hi });
    if (order <= 0) i++;
    else j++;
  }
  return result;
}

export const covers = (outer: Interval[], inner: Interval[]): boolean =>
  inner.every((one) =>
    outer.some((other) => compareBounds(other.lo, one.lo) <= 0 && compareBounds(other.hi, one.hi) >= 0),
  );

/** An array equals as a whole: its first element is among the keys, or (nested) the array itself. */
function equality(value: Value): Interval[] {
  if (!Array.isArray(value)) return [point(keyOf(value))];
  const first = value.length ? (Array.isArray(value[0]) ? [] : [point(keyOf(value[0]))]) : [point(emptyArrayKey)];
  if (Array.isArray(value[0])) first.push(point(keyOf(value[0])), bracket(typeOrder.array));
  return union([...first, point(keyOf(value))]);
}

const simple = (value: Value): boolean => value !== null && !Array.isArray(value);

function range(operator: string, operand: Value): Interval[] | undefined {
  const order = orderOf(operand);
  if (operand instanceof MinKey || operand instanceof MaxKey || order === typeOrder.array) return undefined;
  const whole = bracket(order);
  const key = keyOf(operand);
  if (order === typeOrder.null) return operator === '$gte' || operator === '$lte' ? [point(key)] : [];
  if (isNaNValue(operand)) return operator === '$gte' || operator === '$lte' ? [point(key)] : [];
  // Nothing but NaN itself compares with NaN, which is the lowest number.
  const lowest = order === typeOrder.number ? after(keyOf(Number.NaN)) : whole.lo;
  switch (operator) {
    case '$gt':
      return [{ lo: after(key), hi: whole.hi }];
    case '$gte':
      return [{ lo: before(key), hi: whole.hi }];
    case '$lt':
      return [{ lo: lowest, hi: before(key) }];
    default:
      return [{ lo: lowest, hi: after(key) }];
  }
}

/** The key intervals of one predicate; `exact` when a key in them means a match. Undefined when it says nothing of keys. */
export function leafIntervals(test: LeafTest, path: string): { intervals: Interval[]; exact: boolean } | undefined {
  const { operator, operand } = test;
  // A null key can also stand for a dotted path that ends in an array of scalars, which does not match null.
  const nullIsExact = !path.includes('.');
  switch (operator) {
    case '$eq':
      return { intervals: equality(operand), exact: operand === null ? nullIsExact : !Array.isArray(operand) };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte': {
      const intervals = range(operator, operand);
      return intervals && { intervals, exact: simple(operand) };
    }
    case '$in': {
      const { values = [], regexes = [] } = test;
      const parts = regexes.map((regex) => prefixIntervals(regex.pattern, regex.options, regex));
      const exact =
        regexes.length === 0 && values.every((value) => (value === null ? nullIsExact : !Array.isArray(value)));
      return { intervals: union([...values.flatMap(equality), ...parts.flat()]), exact };
    }
    case '$regex': {
      const regex = operand as { pattern: string; options: string };
      return { intervals: prefixIntervals(regex.pattern, regex.options, operand), exact: false };
    }
    case '$type': {
      const types = [...typesOf(operand)];
      if (types.includes('array') || types.includes('null')) return undefined;
      const orders = types.map((name) =>
        ['int', 'long', 'double', 'decimal'].includes(name) ? typeOrder.number : typeOrder[name as 'string'],
      );
      return { intervals: union(orders.map(bracket)), exact: false };
    }
    case '$mod':
      return { intervals: [bracket(typeOrder.number)], exact: false };
    case '$elemMatch': {
      if (!test.tests) return undefined;
      // An element that is itself an array is one key, so what is inside it has none.
      const parts = test.tests.flatMap((inner) => {
        const found = inner.operator === '$elemMatch' ? undefined : leafIntervals(inner, path);
        return found ? [found.intervals] : [];
      });
      if (parts.length === 0) return undefined;
      return { intervals: parts.reduce(intersect), exact: false };
    }
    default:
      return undefined;
  }
}

function prefixIntervals(pattern: string, options: string, regex: Value): Interval[] {
  const prefix = literalPrefix(pattern, options);
  const key = keyOf(prefix);
  const strings = prefix && !prefix.includes('\0') ? point(key.subarray(0, key.length - 1)) : bracket(typeOrder.string);
  return union([strings, point(keyOf(regex))]);
}

/** Collects what a filter's conjuncts say of each path. */
export function pathBounds(filter: Filter, prefix = ''): PathBounds[] {
  if (filter.kind === 'and') return filter.filters.flatMap((child) => pathBounds(child, prefix));
  if (filter.kind === 'or') return orBounds(filter.filters, prefix);
  if (filter.kind === 'not') {
    const { filter: inner, path } = filter;
    if (inner.kind !== 'leaf' || inner.test.operator !== '$exists' || prefix) return [];
    return [{ path, intervals: [point(keyOf(null))], exact: undefined }];
  }
  if (filter.kind !== 'leaf') return [];
  const path = prefix + filter.path;
  const found = leafIntervals(filter.test, path);
  const bounds: PathBounds[] = found
    ? [{ path, intervals: found.intervals, exact: found.exact && !prefix ? filter : undefined }]
    : [];
  if (filter.test.filter) bounds.push(...pathBounds(filter.test.filter, `${path}.`));
  return bounds;
}

/** Each path that every branch restricts is restricted to the union of the branches. */
function orBounds(branches: Filter[], prefix: string): PathBounds[] {
  const [first, ...rest] = branches.map((branch) => pathBounds(branch, prefix));
  if (!first) return [];
  const paths = [...new Set(first.map((bounds) => bounds.path))];
  return paths.flatMap((path) => {
    const parts = [first, ...rest].map((branch) => branch.find((bounds) => bounds.path === path));
    if (parts.some((part) => !part)) return [];
    return [{ path, intervals: union(parts.flatMap((part) => part!.intervals)), exact: undefined }];
  });
}
