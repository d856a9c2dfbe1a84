import { copyOf, decodeFields, type FieldNames, fieldNames } from '../bson/elements.js';
import { type Doc, decode } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { type Filter, type MatchDetails, matchStored } from '../query/matcher.js';
import type { Collection } from '../storage/collection.js';
import { type KeyField, sortKey } from '../storage/index-keys.js';
import { justAfter, recordIdOf } from '../storage/store.js';
import { choosePlan, isEverything, isSingle, type Plan, type PlanRequest } from './planner.js';

export class Row {
  private decoded: Doc | undefined;

  constructor(
    readonly id: number,
    readonly bytes: Buffer,
    readonly details: MatchDetails,
  ) {}

  get doc(): Doc {
    this.decoded ??= decode(this.bytes);
    return this.decoded;
  }

  sortKey(sort: KeyField[], names: FieldNames): Buffer {
    return sortKey(sort, this.decoded ?? decodeFields(this.bytes, names));
  }
}

export interface Search extends PlanRequest {
  skip?: number;
  /** The caller does not need the position for `$`, so that conditions which the keys prove are not checked again. */
  trustsKeys?: boolean;
  plan?: Plan;
  stats?: { keysExamined: number; docsExamined: number };
}

/** A lazy sequence; a null is a step without a result, after which `run` may let other work proceed. */
export type Steps<T> = Generator<T | null, void>;

/** ms that a scan runs before other connections get their turn. */
const sliceMs = 5;
/** Maximum bytes that a sort or a group may hold in memory (100 MB as in MongoDB, but without spilling to disk). */
const memoryLimitBytes = 100 * 1024 * 1024;

export function chargeMemory(used: number): void {
  if (used <= memoryLimitBytes) return;
  const message = `Exceeded memory limit of ${memoryLimitBytes} bytes; add an index or a $match that narrows the query`;
  throw new MongoError(codes.queryExceededMemoryLimitNoDiskUseAllowed, message);
}

interface ReadAt {
  version: number;
}

interface Walk {
  reverse?: boolean;
  /** Only the first key is wanted. */
  first?: boolean;
}

/**
 * Yields the record ids in a key range. Reads each chunk of keys on its own: no transaction stays open in between.
 * @throws MongoError DataCorruptionDetected (301) when the keys are out of order or end too early
 */
export function* idsIn(
  collection: Collection,
  from: Buffer,
  to: Buffer,
  { reverse = false, first = false }: Walk,
  at?: ReadAt,
): Generator<number> {
  for (let limit = first ? 1 : 16; ; limit = Math.min(limit * 4, 512)) {
    if (at) at.version = collection.version;
    const keys = collection.store.keys(from, to, limit, reverse);
    checkOrder(collection, keys, from, to, reverse);
    if (keys.length < limit) checkEnd(collection, keys, from, to, reverse);
    for (const key of keys) yield recordIdOf(key);
    const last = keys[limit - 1];
    if (!last || first) return;
    if (reverse) to = last;
    else from = justAfter(last);
  }
}

function checkOrder(collection: Collection, keys: Buffer[], from: Buffer, to: Buffer, reverse: boolean): void {
  let [low, high] = [from, to];
  for (const key of keys) {
    if (Buffer.compare(key, low) < 0 || Buffer.compare(key, high) >= 0)
      throw collection.damage('keys are out of order');
    if (reverse) high = key;
    else low = justAfter(key);
  }
}

/** Checks that a scan reached the range's last key, because a damaged page can end it early. @throws MongoError 301 */
function checkEnd(collection: Collection, keys: Buffer[], from: Buffer, to: Buffer, reverse: boolean): void {
  const [last] = collection.store.keys(from, to, 1, !reverse);
  const found = keys.at(-1);
  if (last ? !found?.equals(last) : found) throw collection.damage('a scan ended before the last key');
}

/** Yields each record id of a plan once. @throws MongoError 301 if a full scan misses documents or finds too many */
function* planIds(collection: Collection, plan: Plan, stats: Search['stats'], at?: ReadAt): Generator<number> {
  const { version } = collection;
  let scanned = 0;
  const seen = plan.distinct ? undefined : new Set<number>();
  for (const [from, to] of plan.reverse ? plan.ranges.toReversed() : plan.ranges) {
    for (const id of idsIn(collection, from, to, { reverse: plan.reverse, first: isSingle(plan) }, at)) {
      scanned++;
      if (stats && plan.index) stats.keysExamined++;
      if (seen?.has(id)) continue;
      seen?.add(id);
      yield id;
    }
  }
  const isUnchanged = !collection.dropped && collection.version === version;
  if (!plan.index && isUnchanged && scanned !== collection.count)
    throw collection.damage(`a scan found ${scanned} of ${collection.count} documents`);
}

/** Returns the bytes of a record. @throws MongoError 301 if it is damaged or, with `mustExist`, missing */
export function peekRecord(collection: Collection, id: number, mustExist: boolean): Buffer | undefined {
  const bytes = collection.dropped ? undefined : collection.peek(id);
  if (!bytes && mustExist && !collection.dropped) throw collection.damage(`record ${id} is missing`);
  return bytes;
}

export function readMatch(collection: Collection, id: number, filter: Filter, mustExist = false): Row | null {
  const bytes = peekRecord(collection, id, mustExist);
  if (!bytes) return null;
  const details: MatchDetails = {};
  return matchStored(filter, bytes, details) ? new Row(id, copyOf(bytes), details) : null;
}

function matchedId(collection: Collection, id: number, filter: Filter, mustExist: boolean): number | null {
  const bytes = peekRecord(collection, id, mustExist);
  return bytes && matchStored(filter, bytes) ? id : null;
}

/** Yields what `read` returns for each record of a plan: null if the record does not match the filter. */
function* matching<T>(
  collection: Collection,
  plan: Plan,
  { filter, stats, trustsKeys }: Search,
  read: (collection: Collection, id: number, filter: Filter, mustExist: boolean) => T | null,
): Steps<T> {
  const at: ReadAt = { version: collection.version };
  for (const id of planIds(collection, plan, stats, at)) {
    if (stats) stats.docsExamined++;
    // A write in the meantime may have made the key stale.
    const isUnchanged = at.version === collection.version;
    yield read(collection, id, trustsKeys && isUnchanged ? plan.open : filter, isUnchanged);
  }
}

interface Held<T> {
  key: Buffer;
  row: T;
  order: number;
}

/** Sorts rows by key; with a limit it holds about twice as many. @throws MongoError 292 above 100 MB */
export function* sorted<T>(
  rows: Steps<T>,
  keyOf: (row: T) => Buffer,
  bytesOf: (row: T) => number,
  limit = Number.POSITIVE_INFINITY,
): Steps<T> {
  let held: Held<T>[] = [];
  let [order, used] = [0, 0];
  const sizeOf = ({ key, row }: Held<T>): number => key.length + bytesOf(row);
  const arrange = (): void => {
    held.sort((a, b) => Buffer.compare(a.key, b.key) || a.order - b.order);
    held = held.slice(0, limit);
    used = held.reduce((sum, each) => sum + sizeOf(each), 0);
  };
  for (const row of rows) {
    if (row) {
      const each = { key: keyOf(row), row, order: order++ };
      held.push(each);
      used += sizeOf(each);
      if (held.length > limit * 2 + 100) arrange();
      chargeMemory(used);
    }
    yield null;
  }
  arrange();
  for (const each of held) yield each.row;
}

function sortedRows(rows: Steps<Row>, sort: KeyField[], limit: number | undefined): Steps<Row> {
  const names = fieldNames(sort.map(({ parts }) => parts[0]!));
  return sorted(
    rows,
    (row) => row.sortKey(sort, names),
    (row) => row.bytes.length,
    limit,
  );
}

export function* skipAndLimit<T>(rows: Steps<T>, skip: number, limit = Number.POSITIVE_INFINITY): Steps<T> {
  let index = 0;
  for (const row of rows) {
    if (row === null) yield null;
    else if (index++ >= skip) yield row;
    if (index >= skip + limit) return;
  }
}

export function* searchIds(collection: Collection, request: Search): Steps<number> {
  for (const row of search(collection, request)) yield row ? row.id : null;
}

export function* search(collection: Collection, request: Search): Steps<Row> {
  const { sort, skip = 0, limit } = request;
  const plan = request.plan ?? choosePlan(collection, request);
  const rows = matching(collection, plan, request, readMatch);
  const ordered = sort && !plan.sorted ? sortedRows(rows, sort, limit) : rows;
  yield* skipAndLimit(ordered, skip, limit === undefined ? undefined : limit - skip);
}

/** Yields growing sums of the keys in a plan's ranges, up to the limit; the store counts without reading keys. */
function* countedKeys({ store, dropped }: Collection, { index, ranges }: Plan, limit: number): Generator<number> {
  let count = 0;
  for (const [from, to] of ranges) {
    if (count >= limit) return;
    const all = limit === Number.POSITIVE_INFINITY && index && !dropped;
    count += all ? index.count(store, from, to) : store.countKeys(from, to, limit - count);
    yield count;
  }
}

/** Yields nulls, then the number of matches, from the collection's counter or index keys alone where these suffice. */
export function* countSteps(collection: Collection, request: Search): Steps<number> {
  const { limit = Number.POSITIVE_INFINITY, skip = 0, filter, hint, stats } = request;
  let count = 0;
  if (isEverything(filter) && hint === undefined) count = Math.min(collection.count, limit);
  else {
    const plan = request.plan ?? choosePlan(collection, request);
    if (plan.exact && plan.distinct) {
      for (const counted of countedKeys(collection, plan, limit)) {
        if (stats) stats.keysExamined += counted - count;
        count = counted;
        yield null;
      }
      yield Math.max(0, count - skip);
      return;
    }
    for (const found of plan.exact
      ? planIds(collection, plan, stats)
      : matching(collection, plan, request, matchedId)) {
      if (found !== null && ++count >= limit) break;
      yield null;
    }
  }
  yield Math.max(0, count - skip);
}

export function checkDeadline(deadline: number | undefined): void {
  if (deadline !== undefined && performance.now() > deadline)
    throw new MongoError(codes.maxTimeMSExpired, 'operation exceeded time limit');
}

export async function collect<T>(steps: Steps<T>, deadline?: number): Promise<T[]> {
  const values: T[] = [];
  await run(steps, (value) => values.push(value) > 0, deadline);
  return values;
}

/**
 * Consumes a sequence and returns whether it ended before `accept` returned false. Lets other work run every 5 ms.
 * @param deadline in ms of `performance.now()`, checked every 5 ms @throws MaxTimeMSExpired (50) after it
 */
export async function run<T>(steps: Steps<T>, accept: (value: T) => boolean, deadline?: number): Promise<boolean> {
  let sliceEnd = performance.now() + sliceMs;
  for (;;) {
    const { value, done } = steps.next();
    if (done) return true;
    if (value !== null && value !== undefined && !accept(value)) return false;
    if (performance.now() > sliceEnd) {
      checkDeadline(deadline);
      await new Promise((resolve) => setImmediate(resolve));
      sliceEnd = performance.now() + sliceMs;
    }
  }
}
