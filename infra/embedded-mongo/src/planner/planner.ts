import { equal, successor } from '../bson/keys.js';
import { isDoc, type Value } from '../bson/values.js';
import { badValue } from '../errors.js';
import { type Filter, type Leaf, matchStored } from '../query/matcher.js';
import type { Collection, Index } from '../storage/collection.js';
import type { KeyField } from '../storage/index-keys.js';
import { recordIdOf, spaceKey } from '../storage/store.js';
import { coverNull, covers, flip, type Interval, intersect, type PathBounds, pathBounds } from './bounds.js';

/** Maximum number of keys counted per candidate plan at first; ten times as many if that does not decide. */
export const probeKeys = 2000;
/** Maximum ranges of a plan, and maximum plans per index (one per choice of conditions on its array fields). */
const maxRanges = 2000;
const maxAlternatives = 12;
/** Maximum values of a unique index that are looked up without counting the keys of other plans. */
const fewKeys = 100;

/** A scan of key ranges of an index or, without an index, of all records. */
export interface Plan {
  index?: Index;
  ranges: [from: Buffer, to: Buffer][];
  reverse: boolean;
  sorted: boolean;
  /** The ranges express the whole filter. If each record has one key in them (`distinct`), counting keys is enough. */
  exact: boolean;
  /** The conditions that the ranges do not express, to be checked on each record. */
  open: Filter;
  distinct: boolean;
  /** Number of leading fields with bounds. */
  bounded: number;
  /** Number of leading fields with one value each. */
  fixed: number;
  /** Each range has one value of the index's fields. */
  points: boolean;
  /** Number of keys in the ranges, counted up to a limit; without bounds, the collection's number of documents. */
  estimate: number;
}

export interface PlanRequest {
  filter: Filter;
  sort?: KeyField[];
  /** Sum of skip and limit; undefined without a limit. */
  limit?: number;
  hint?: Value;
}

/**
 * Chooses the plan: a look-up of a few values in a unique index without counting, else by counting the candidates' keys. @throws BadValue (2) for a hint without a usable index
 */
export function choosePlan(collection: Collection, request: PlanRequest): Plan {
  const { filter, sort, hint } = request;
  const records = spaceKey(collection.meta.space);
  const scan: Plan = {
    ranges: [[records, successor(records)]],
    reverse: false,
    sorted: !sort,
    exact: isEverything(filter),
    open: filter,
    distinct: true,
    bounded: 0,
    fixed: 0,
    points: false,
    estimate: collection.count,
  };
  if (isDoc(hint) && '$natural' in hint) return { ...scan, reverse: Number(hint.$natural) < 0 };
  const hinted = hint === undefined ? undefined : findHinted(collection, hint);
  const bounds = pathBounds(filter);
  const usable = (hinted ? [hinted] : collection.indexes.filter((index) => index.meta.ready)).filter((index) =>
    isComplete(index, filter, bounds),
  );
  for (const index of usable) {
    if (!index.meta.unique || !index.fields.every(({ path }) => bounds.some((each) => each.path === path))) continue;
    const few = plansFor(index, filter, bounds, sort).find(isFew);
    if (few) return { ...few, estimate: few.ranges.length };
  }
  const candidates = usable.flatMap((index) => plansFor(index, filter, bounds, sort));
  const count = counter(collection);
  for (const plan of candidates) plan.estimate = plan.bounded ? count(plan, probeKeys) : collection.count;
  countFurther(collection, request, candidates);
  if (hinted && candidates.length === 0) throw badValue('the hinted index cannot answer this query');

  const [best] = candidates.filter((plan) => plan.bounded > 0 || hinted).sort(byCost);
  const [order] = candidates.filter((plan) => plan.sorted && sort).sort(byCost);
  if (!best) return order ?? scan;
  return !best.sorted && order && prefersOrder(collection, request, order, best) ? order : best;
}

/** Returns the plan that uses an index without arrays; undefined if the index may omit matches or is not ready. */
export function planWith(index: Index, filter: Filter): Plan | undefined {
  const bounds = pathBounds(filter);
  return index.meta.ready && isComplete(index, filter, bounds) ? plansFor(index, filter, bounds)[0] : undefined;
}

/** Returns whether a plan gives all values of a unique index, so that its range has at most one key. */
export const isSingle = ({ index, fixed }: Plan): boolean =>
  index?.meta.unique === true && fixed === index.fields.length;

/** Returns whether a plan gives a few values of a unique index, as for a list of ids. */
const isFew = (plan: Plan): boolean =>
  isSingle(plan) || (plan.index?.fields.length === 1 && plan.points && plan.ranges.length <= fewKeys);

export const isEverything = (filter: Filter): boolean => filter.kind === 'and' && filter.filters.length === 0;

const byCost = (a: Plan, b: Plan): number =>
  a.estimate - b.estimate ||
  Number(b.sorted) - Number(a.sorted) ||
  b.bounded - a.bounded ||
  a.index!.fields.length - b.index!.fields.length;

function prefersOrder(collection: Collection, { filter, limit }: PlanRequest, order: Plan, other: Plan): boolean {
  if (order.estimate <= other.estimate) return true;
  if (limit === undefined) return false;
  // Trial scan: checks whether it fills the page before the other plan would have read all its documents.
  const budget = Math.min(Math.max(limit, Math.ceil(other.estimate / 4)), other.estimate, probeKeys);
  let [seen, found] = [0, 0];
  for (const key of planKeys(collection, order, budget)) {
    const bytes = collection.peek(recordIdOf(key));
    if (bytes && matchStored(filter, bytes) && ++found >= limit) return true;
    if (++seen >= budget) break;
  }
  if (other.estimate < probeKeys) return false;
  return (limit * seen) / (found || 0.5) < countKeys(collection, other, probeKeys * 10);
}

function counter(collection: Collection): (plan: Plan, limit: number) => number {
  const counted = new Map<string, number>();
  return (plan, limit) => {
    const alike = keysSignature(plan);
    const count = counted.get(alike) ?? countKeys(collection, plan, limit);
    counted.set(alike, count);
    return count;
  };
}

/** Returns one text for plans that count as equally large: same condition, leading fields and single range. */
function keysSignature({ index, ranges, bounded }: Plan): string {
  const { partialFilterExpression, sparse, space } = index!.meta;
  if (ranges.length !== 1) return `one of its own: ${space} ${ranges.length} ${bounded}`;
  const fields = index!.fields.slice(0, bounded).map(({ path }) => path);
  const bounds = ranges[0]!.map((bound) => bound.toString('latin1', 4));
  return JSON.stringify([partialFilterExpression ?? null, sparse ?? false, fields, bounds]);
}

/** Counts up to ten times as far if all bounded candidates reach `probeKeys` and none is exact or gives the order. */
function countFurther(collection: Collection, { sort }: PlanRequest, candidates: Plan[]): void {
  const bounded = candidates.filter((plan) => plan.bounded > 0);
  if (bounded.length < 2 || bounded.some((plan) => plan.estimate < probeKeys || plan.exact || (sort && plan.sorted)))
    return;
  const count = counter(collection);
  let least = probeKeys * 10;
  for (const plan of bounded) {
    plan.estimate = count(plan, least + 1);
    least = Math.min(least, plan.estimate);
  }
}

function* planKeys(collection: Collection, plan: Plan, limit: number): Generator<Buffer> {
  for (const [from, to] of plan.reverse ? plan.ranges.toReversed() : plan.ranges)
    yield* collection.store.keys(from, to, limit, plan.reverse);
}

function countKeys(collection: Collection, plan: Plan, limit: number): number {
  let count = 0;
  for (const [from, to] of plan.ranges) {
    count += collection.store.countKeys(from, to, limit - count);
    if (count >= limit) break;
  }
  return count;
}

function findHinted(collection: Collection, hint: Value): Index {
  const index = collection.indexes.find(
    ({ meta }) => meta.ready && (typeof hint === 'string' ? meta.name === hint : equal(meta.key, hint)),
  );
  if (!index) throw badValue('hint provided does not correspond to an existing index');
  return index;
}

const conjuncts = (filter: Filter): Filter[] => (filter.kind === 'and' ? filter.filters.flatMap(conjuncts) : [filter]);
const hasLeaf = (filter: Filter, wanted: (leaf: Leaf) => boolean): boolean =>
  conjuncts(filter).some((part) => part.kind === 'leaf' && wanted(part));
const sameLeaf = (a: Filter, b: Leaf): boolean =>
  a.kind === 'leaf' && a.path === b.path && a.operator === b.operator && equal(a.operand, b.operand);

/** Returns whether the index contains every match; a sparse or partial index may leave some out. */
function isComplete({ meta, fields, partial }: Index, filter: Filter, bounds: PathBounds[]): boolean {
  const exists = (path: string): boolean =>
    hasLeaf(filter, (leaf) => leaf.path === path && leaf.operator === '$exists') ||
    bounds.some((each) => each.path === path && !coverNull(each.intervals));
  if (meta.sparse && !fields.some((field) => exists(field.path))) return false;
  /** Returns whether each match of the filter satisfies this part of a partial index's expression. */
  const implied = (part: Filter): boolean => {
    if (part.kind !== 'leaf') return false;
    if (hasLeaf(filter, (leaf) => sameLeaf(part, leaf))) return true;
    const own = bounds.filter((each) => each.path === part.path);
    if (part.operator === '$exists') return own.some((each) => !coverNull(each.intervals));
    const wanted = pathBounds(part).find((each) => each.exact);
    return wanted !== undefined && own.some((each) => covers(wanted.intervals, each.intervals));
  };
  return !partial || conjuncts(partial).every(implied);
}

/** Returns the plans of an index. Only one condition may bound an array field, so that each one makes its own plan. */
function plansFor(index: Index, filter: Filter, bounds: PathBounds[], sort?: KeyField[]): Plan[] {
  const { multikey } = index.meta;
  let picks: (PathBounds | undefined)[][] = [[]];
  for (const [position, field] of index.fields.entries()) {
    const own = bounds.filter((each) => each.path === field.path);
    const options = own.length > 1 && !multikey[position] ? [own.reduce(both)] : own.slice(0, maxAlternatives);
    picks = picks.flatMap((pick) => {
      // Two array fields may be one array: a key has one element of it, but the conditions may match different ones.
      const taken = multikey[position] && pick.some((other, at) => other && multikey[at]);
      return options.length === 0 || taken ? [[...pick, undefined]] : options.map((option) => [...pick, option]);
    });
    picks.length = Math.min(picks.length, maxAlternatives);
  }
  return picks.map((pick) => buildPlan(index, filter, pick, sort));
}

const both = (a: PathBounds, b: PathBounds): PathBounds => ({
  path: a.path,
  intervals: intersect(a.intervals, b.intervals),
  exact: a.exact && b.exact && [...a.exact, ...b.exact],
});

function buildPlan(index: Index, filter: Filter, pick: (PathBounds | undefined)[], sort?: KeyField[]): Plan {
  let prefixes = [spaceKey(index.meta.space)];
  let ranges: Plan['ranges'] | undefined;
  let fixed = 0;
  const used: PathBounds[] = [];
  for (const [position, field] of index.fields.entries()) {
    const choice = pick[position];
    if (!choice || ranges || choice.intervals.length * prefixes.length > maxRanges) break;
    used.push(choice);
    const intervals = field.descending ? choice.intervals.map(flip).reverse() : choice.intervals;
    const under = <T>(make: (prefix: Buffer, interval: Interval) => T): T[] =>
      prefixes.flatMap((prefix) => intervals.map((interval) => make(prefix, interval)));
    if (intervals.length === 1 && intervals[0]!.point && prefixes.length === 1) fixed++;
    if (intervals.every((interval) => interval.point))
      prefixes = under((prefix, { lo }) => Buffer.concat([prefix, lo]));
    else ranges = under((prefix, { lo, hi }) => [Buffer.concat([prefix, lo]), Buffer.concat([prefix, hi])]);
  }
  const expressed = (part: Filter): boolean =>
    part.kind === 'leaf' &&
    (used.some((each) => each.exact?.includes(part)) ||
      (index.partial !== undefined && hasLeaf(index.partial, (leaf) => sameLeaf(part, leaf))));
  const open = conjuncts(filter).filter((part) => !expressed(part));
  const direction = sort ? sortDirection(index, sort, used) : 1;
  return {
    index,
    ranges: (ranges ?? prefixes.map((prefix): [Buffer, Buffer] => [prefix, successor(prefix)])).map(shorten),
    reverse: direction < 0,
    sorted: direction !== 0,
    exact: open.length === 0,
    open: { kind: 'and', filters: open },
    distinct: index.meta.multikey.every((isArray, position) => !isArray || position < fixed),
    bounded: used.length,
    fixed,
    points: !ranges && used.length === index.fields.length,
    estimate: 0,
  };
}

/** Maximum bytes of a range's bound. Stored keys are shorter, so that cutting it loses nothing. */
const maxBoundBytes = 1920;
const shorten = ([from, to]: [Buffer, Buffer]): [Buffer, Buffer] => [
  from.subarray(0, maxBoundBytes),
  to.length > maxBoundBytes ? successor(to.subarray(0, maxBoundBytes)) : to,
];

/** Returns 1 (forward) or -1 (backward) if scanning the index in this direction yields the sort order, else 0. */
function sortDirection({ fields, meta: { multikey } }: Index, sort: KeyField[], used: PathBounds[]): number {
  const isFixed = (at: number): boolean => used[at]?.intervals.length === 1 && used[at].intervals[0]!.point === true;
  const limitsArray = used.some((_, at) => multikey[at]);
  let direction = 0;
  let position = 0;
  for (const wanted of sort) {
    const fixed = fields.findIndex((field, at) => field.path === wanted.path && isFixed(at) && !multikey[at]);
    if (fixed >= 0) {
      if (fixed === position) position++;
      continue;
    }
    while (isFixed(position) && fields[position]!.path !== wanted.path) position++;
    const field = fields[position];
    if (!field || field.path !== wanted.path || (multikey[position] && limitsArray)) return 0;
    const step = field.descending === wanted.descending ? 1 : -1;
    if (direction && step !== direction) return 0;
    direction = step;
    position++;
  }
  return direction || 1;
}
