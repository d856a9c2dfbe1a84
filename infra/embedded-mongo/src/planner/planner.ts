import type { Document } from 'bson';
import { equal } from '../bson/keys.js';
import { decode, isDoc, type Value } from '../bson/values.js';
import { badValue } from '../errors.js';
import { type Filter, match } from '../query/matcher.js';
import type { Collection, Index } from '../storage/collection.js';
import type { KeyField } from '../storage/index-keys.js';
import { maxKeyBytes, recordIdOf, spaceKey, successor } from '../storage/store.js';
import {
  boundBytes,
  covers,
  everything,
  flip,
  type Interval,
  intersect,
  isSingleKey,
  type PathBounds,
  pathBounds,
} from './bounds.js';

/** Keys of each candidate that are counted before one is chosen (architecture: "probed to 2,000 keys"). */
export const probeKeys = 2000;
/** Most ranges one plan scans, and most candidates per index (one per condition on an array field). */
const maxRanges = 2000;
const maxAlternatives = 12;

export interface IndexPlan {
  kind: 'index';
  index: Index;
  ranges: [Buffer, Buffer][];
  bounds: { path: string; intervals: Interval[] }[];
  reverse: boolean;
  sorted: boolean;
  /** Every condition of the filter is expressed by the ranges: keys alone can be counted. */
  exact: boolean;
  /** Number of leading fields that are fixed or limited. */
  bounded: number;
  /** Keys in the ranges, counted up to the probe's limit. */
  estimate: number;
}
export interface ScanPlan {
  kind: 'scan';
  reverse: boolean;
  sorted: boolean;
  estimate: number;
}
export interface UnionPlan {
  kind: 'union';
  plans: IndexPlan[];
  sorted: false;
  estimate: number;
}
export type Plan = IndexPlan | ScanPlan | UnionPlan;

export interface PlanRequest {
  filter: Filter;
  sort?: KeyField[];
  /** Documents wanted (skip and limit together), if limited. */
  limit?: number;
  hint?: Value;
}

/** Chooses how to find a filter's documents, by counting keys of the candidates. Reads the store, synchronously. */
export function choosePlan(collection: Collection, request: PlanRequest): Plan {
  const { filter, sort, limit, hint } = request;
  const natural = naturalSort(sort);
  const scan: ScanPlan = {
    kind: 'scan',
    reverse: natural < 0,
    sorted: !sort || natural !== 0,
    estimate: collection.count,
  };
  if (natural || (isDoc(hint) && '$natural' in hint)) {
    return natural ? scan : { ...scan, reverse: Number((hint as Document).$natural) < 0 };
  }
  const bounds = pathBounds(filter);
  const hinted = hint === undefined ? undefined : findHinted(collection, hint);
  const indexes = hinted ? [hinted] : collection.indexes.filter((index) => index.meta.ready && !index.meta.hidden);
  const candidates = indexes.flatMap((index) => plansFor(index, filter, bounds, sort, hinted !== undefined));
  for (const plan of candidates) plan.estimate = probe(collection, plan);
  if (hinted && candidates.length === 0)
    throw badValue('error processing query: planner returned error: the hinted index cannot answer this query');

  const bounded = candidates.filter((plan) => plan.bounded > 0 || hinted).sort(byCost);
  const orders = candidates.filter((plan) => plan.sorted && sort).sort(byCost);
  const best: Plan | undefined = bounded[0] ?? orders[0];
  const union = hinted ? undefined : unionPlan(collection, filter, best?.estimate ?? Number.POSITIVE_INFINITY);
  const cheapest = union && (!best || union.estimate < best.estimate) ? union : best;
  if (!sort || cheapest?.sorted) return cheapest ?? scan;
  const order = orders[0];
  if (!order) return cheapest ?? scan;
  if (!cheapest || cheapest === order) return order;
  return preferOrder(collection, request, order, cheapest, limit) ? order : cheapest;
}

const byCost = (a: IndexPlan, b: IndexPlan): number =>
  a.estimate - b.estimate ||
  Number(b.sorted) - Number(a.sorted) ||
  b.bounded - a.bounded ||
  a.index.fields.length - b.index.fields.length;

/** `{ $natural: 1 }` as a sort: its direction, or 0. */
export const naturalSort = (sort?: KeyField[]): number =>
  sort?.[0]?.path === '$natural' ? (sort[0].descending ? -1 : 1) : 0;

/** Whether to walk the index that gives the order instead of sorting what a selective one finds. */
function preferOrder(
  collection: Collection,
  { filter }: PlanRequest,
  order: IndexPlan,
  other: Plan,
  limit?: number,
): boolean {
  if (order.estimate <= other.estimate) return true;
  if (limit === undefined) return false;
  // A trial walk: is the page full before the other plan would have read all its documents?
  const budget = Math.min(other.estimate, probeKeys);
  let [seen, found] = [0, 0];
  for (const id of rangeKeys(collection, order, budget)) {
    const bytes = collection.read(id);
    if (bytes && match(filter, decode(bytes)) && ++found >= limit) return true;
    if (++seen >= budget) break;
  }
  if (other.estimate < probeKeys || other.kind !== 'index') return false;
  return (limit * seen) / (found || 0.5) < countKeys(collection, other, probeKeys * 10);
}

function* rangeKeys(collection: Collection, plan: IndexPlan, limit: number): Generator<number> {
  for (const [from, to] of plan.reverse ? [...plan.ranges].reverse() : plan.ranges) {
    for (const key of collection.store.keys(from, to, limit, plan.reverse)) yield recordIdOf(key);
  }
}

function probe(collection: Collection, plan: IndexPlan): number {
  return plan.bounded === 0 ? collection.count : countKeys(collection, plan, probeKeys);
}

function countKeys(collection: Collection, plan: IndexPlan, limit: number): number {
  let count = 0;
  for (const [from, to] of plan.ranges) {
    count += collection.store.keys(from, to, limit - count).length;
    if (count >= limit) break;
  }
  return count;
}

function findHinted(collection: Collection, hint: Value): Index {
  const index = collection.indexes.find(
    (each) => each.meta.ready && (typeof hint === 'string' ? each.meta.name === hint : equal(each.meta.key, hint)),
  );
  if (!index)
    throw badValue(
      'error processing query: planner returned error: hint provided does not correspond to an existing index',
    );
  return index;
}

/** An index that leaves documents out serves only a query that cannot match those. */
function complete(index: Index, filter: Filter, bounds: PathBounds[]): boolean {
  if (index.meta.sparse) {
    const excludesNull = (path: string): boolean =>
      requiresExistence(filter, path) ||
      bounds.some((each) => each.path === path && !each.intervals.some((one) => coversNull(one)));
    if (!index.fields.some((field) => excludesNull(field.path))) return false;
  }
  return !index.partial || conjuncts(index.partial).every((part) => implied(part, filter, bounds));
}

const nullInterval: Interval = {
  lo: { bytes: Buffer.from([5]), after: false },
  hi: { bytes: Buffer.from([5]), after: true },
};
const coversNull = (interval: Interval): boolean => intersect([interval], [nullInterval]).length > 0;
const conjuncts = (filter: Filter): Filter[] => (filter.kind === 'and' ? filter.filters.flatMap(conjuncts) : [filter]);

const requiresExistence = (filter: Filter, path: string): boolean =>
  conjuncts(filter).some((part) => part.kind === 'leaf' && part.path === path && part.test.operator === '$exists');

/** Whether every match of the filter satisfies this part of a partial index's expression. */
function implied(part: Filter, filter: Filter, bounds: PathBounds[]): boolean {
  if (conjuncts(filter).some((other) => sameFilter(part, other))) return true;
  if (part.kind === 'or')
    return part.filters.some((branch) => conjuncts(branch).every((each) => implied(each, filter, bounds)));
  if (part.kind !== 'leaf') return false;
  const own = bounds.filter((each) => each.path === part.path);
  if (part.test.operator === '$exists') return own.some((each) => !each.intervals.some(coversNull));
  const wanted = pathBounds(part).find((each) => each.exact);
  return wanted !== undefined && own.some((each) => covers(wanted.intervals, each.intervals));
}

function sameFilter(a: Filter, b: Filter): boolean {
  if (a.kind === 'leaf') {
    return (
      b.kind === 'leaf' &&
      a.path === b.path &&
      a.test.operator === b.test.operator &&
      equal(a.test.operand, b.test.operand)
    );
  }
  if (a.kind === 'not') return b.kind === 'not' && a.path === b.path && sameFilter(a.filter, b.filter);
  return false;
}

/** The plans one index offers. On an array field only one condition may limit the keys, so each makes its own plan. */
function plansFor(
  index: Index,
  filter: Filter,
  bounds: PathBounds[],
  sort: KeyField[] | undefined,
  forced: boolean,
): IndexPlan[] {
  if (!complete(index, filter, bounds)) return [];
  const choices = index.fields.map((field, position): PathBounds[] => {
    const own = bounds.filter((each) => each.path === field.path);
    if (own.length < 2 || index.meta.multikey[position]!.length > 0) return own;
    const exact = own.every((each) => each.exact)
      ? ({ kind: 'and', filters: own.map((each) => each.exact!) } as Filter)
      : undefined;
    return [{ path: field.path, intervals: own.map((each) => each.intervals).reduce(intersect), exact }];
  });
  const picks: (PathBounds | undefined)[][] = [[]];
  choices.forEach((options, position) => {
    for (const pick of picks.splice(0)) {
      const shared = index.meta.multikey[position]!.some((prefix) =>
        pick.some((taken, other) => taken && index.meta.multikey[other]!.includes(prefix)),
      );
      if (options.length === 0 || shared) picks.push([...pick, undefined]);
      else for (const option of options.slice(0, maxAlternatives)) picks.push([...pick, option]);
    }
    picks.length = Math.min(picks.length, maxAlternatives);
  });
  const plans = picks.map((pick) => buildPlan(index, filter, pick, sort));
  return plans.filter((plan) => plan.bounded > 0 || plan.sorted || forced);
}

function buildPlan(
  index: Index,
  filter: Filter,
  pick: (PathBounds | undefined)[],
  sort: KeyField[] | undefined,
): IndexPlan {
  const space = spaceKey(index.meta.space);
  let prefixes = [space];
  let ranges: [Buffer, Buffer][] | undefined;
  let bounded = 0;
  const used: PathBounds[] = [];
  const points: boolean[] = [];
  for (const [position, field] of index.fields.entries()) {
    const choice = pick[position];
    if (!choice || ranges) break;
    const intervals = field.descending ? choice.intervals.map(flip).reverse() : choice.intervals;
    if (intervals.length * prefixes.length > maxRanges) break;
    bounded++;
    used.push(choice);
    if (choice.intervals.every(isSingleKey)) {
      points[position] = choice.intervals.length === 1;
      prefixes = prefixes.flatMap((prefix) => intervals.map(({ lo }) => Buffer.concat([prefix, lo.bytes])));
    } else ranges = prefixes.flatMap((prefix) => intervals.map((interval) => rangeOf(prefix, interval)));
  }
  ranges ??= prefixes.map((prefix) => rangeOf(prefix, undefined));
  const direction = sort ? sortDirection(index, sort, points, used) : 0;
  return {
    kind: 'index',
    index,
    ranges,
    bounds: index.fields.map((field, position) => ({
      path: field.path,
      intervals: used[position]?.intervals ?? [everything],
    })),
    reverse: direction < 0,
    sorted: !sort || (direction !== 0 && !index.meta.truncated),
    exact:
      !index.meta.truncated &&
      conjuncts(filter).every(
        (part) => used.some((each) => each.exact && sameOrWithin(each.exact, part)) || isPartOfPartial(index, part),
      ),
    bounded,
    estimate: 0,
  };
}

const sameOrWithin = (exact: Filter, part: Filter): boolean =>
  exact === part || (exact.kind === 'and' && exact.filters.includes(part));
const isPartOfPartial = (index: Index, part: Filter): boolean =>
  index.partial !== undefined && conjuncts(index.partial).some((each) => sameFilter(each, part));

/** Bounds as key bytes; what is longer than a stored key is cut, to a wider range. */
function rangeOf(prefix: Buffer, interval: Interval | undefined): [Buffer, Buffer] {
  const limit = maxKeyBytes + 4;
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, limit);
  if (!interval) return [cut(prefix), successor(cut(prefix))];
  const lo = Buffer.concat([prefix, interval.lo.bytes]);
  const hi = Buffer.concat([prefix, interval.hi.bytes]);
  const from = lo.length > limit ? cut(lo) : boundBytes({ bytes: lo, after: interval.lo.after });
  return [from, boundBytes({ bytes: cut(hi), after: interval.hi.after || hi.length > limit })];
}

/** 1 or -1 when scanning the index this way gives the sort order, 0 when it does not. */
function sortDirection(index: Index, sort: KeyField[], points: boolean[], used: PathBounds[]): number {
  const limitedArray = used.some((_, position) => index.meta.multikey[position]!.length > 0);
  let direction = 0;
  let position = 0;
  for (const wanted of sort) {
    const fixed = index.fields.findIndex(
      (field, at) => field.path === wanted.path && points[at] && index.meta.multikey[at]!.length === 0,
    );
    if (fixed >= 0) {
      if (fixed === position) position++;
      continue;
    }
    while (points[position] && index.fields[position]!.path !== wanted.path) position++;
    const field = index.fields[position];
    if (!field || field.path !== wanted.path) return 0;
    if (index.meta.multikey[position]!.length > 0 && limitedArray) return 0;
    const step = field.descending === wanted.descending ? 1 : -1;
    if (direction && step !== direction) return 0;
    direction = step;
    position++;
  }
  return direction || 1;
}

/** A union of index scans, one per branch of an $or, when each branch has a selective one. */
function unionPlan(collection: Collection, filter: Filter, ceiling: number): UnionPlan | undefined {
  const or = conjuncts(filter).find((part) => part.kind === 'or' && part.filters.length > 1);
  if (or?.kind !== 'or' || or.filters.length > 50 || ceiling < 100) return undefined;
  const plans: IndexPlan[] = [];
  for (const branch of or.filters) {
    const plan = choosePlan(collection, { filter: branch });
    if (plan.kind !== 'index' || plan.bounded === 0) return undefined;
    plans.push(plan);
  }
  return { kind: 'union', plans, sorted: false, estimate: plans.reduce((sum, plan) => sum + plan.estimate, 0) };
}
