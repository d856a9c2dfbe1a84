import { type Doc, decode } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { type Filter, type MatchDetails, match } from '../query/matcher.js';
import type { Collection } from '../storage/collection.js';
import { type KeyField, sortKey } from '../storage/index-keys.js';
import { recordIdOf, spaceKey, successor } from '../storage/store.js';
import { naturalSort, type Plan, type PlanRequest } from './planner.js';

export interface Row {
  id: number;
  bytes: Buffer;
  doc: Doc;
  details: MatchDetails;
}
export interface ExecutionStats {
  keysExamined: number;
  docsExamined: number;
}

/** A lazy sequence; a null is a step without a result, at which a long scan may be paused. */
export type Steps<T> = Generator<T | null, void>;

/** A scan works this long (ms) before other connections get their turn. */
const sliceMs = 5;
/** Most bytes of documents that a sort, a group or a lookup holds (the server's 100 MB, without its spilling to disk). */
export const memoryLimitBytes = 100 * 1024 * 1024;

export function chargeMemory(used: number): void {
  if (used > memoryLimitBytes) {
    throw new MongoError(
      codes.queryExceededMemoryLimitNoDiskUseAllowed,
      `Exceeded memory limit of ${memoryLimitBytes} bytes; add an index or a $match that narrows the query`,
    );
  }
}

/** Record ids in a key range, in chunks that grow, each read on its own: nothing is held while a scan is paused. */
function* idsIn(collection: Collection, from: Buffer, to: Buffer, reverse: boolean): Generator<number> {
  for (let limit = 16; ; limit = Math.min(limit * 4, 512)) {
    const keys = collection.store.keys(from, to, limit, reverse);
    for (const key of keys) yield recordIdOf(key);
    const last = keys[limit - 1];
    if (!last) return;
    if (reverse) to = last;
    else from = Buffer.concat([last, Buffer.from([0])]);
  }
}

/** The record ids a plan leads to, each once. */
export function* planIds(collection: Collection, plan: Plan, stats: ExecutionStats): Generator<number> {
  if (plan.kind === 'scan') {
    const from = spaceKey(collection.meta.space);
    yield* idsIn(collection, from, successor(from), plan.reverse);
    return;
  }
  const seen =
    plan.kind === 'union' || plan.index.meta.multikey.some((prefixes) => prefixes.length > 0)
      ? new Set<number>()
      : undefined;
  for (const scan of plan.kind === 'union' ? plan.plans : [plan]) {
    for (const [from, to] of scan.reverse ? [...scan.ranges].reverse() : scan.ranges) {
      for (const id of idsIn(collection, from, to, scan.reverse)) {
        stats.keysExamined++;
        if (seen?.has(id)) continue;
        seen?.add(id);
        yield id;
      }
    }
  }
}

/** The documents of a plan that match the filter, in the plan's order. */
export function* matching(collection: Collection, plan: Plan, filter: Filter, stats: ExecutionStats): Steps<Row> {
  for (const id of planIds(collection, plan, stats)) {
    const bytes = collection.read(id);
    if (!bytes) continue; // removed while the scan was paused
    stats.docsExamined++;
    const doc = decode(bytes);
    const details: MatchDetails = {};
    yield match(filter, doc, details) ? { id, bytes, doc, details } : null;
  }
}

/** Sorts rows by key, holding at most the wanted number of them. */
export function* sorted<T extends { doc: Doc; bytes?: Uint8Array }>(
  rows: Steps<T>,
  sort: KeyField[],
  limit = Number.POSITIVE_INFINITY,
): Steps<T> {
  let held: { key: Buffer; row: T; order: number }[] = [];
  let [order, used] = [0, 0];
  const arrange = (): void => {
    held.sort((a, b) => Buffer.compare(a.key, b.key) || a.order - b.order);
    if (held.length > limit) held = held.slice(0, limit);
  };
  for (const row of rows) {
    if (row) {
      const key = sortKey(sort, row.doc);
      held.push({ key, row, order: order++ });
      used += key.length + (row.bytes?.length ?? 200);
      if (held.length > limit * 2 + 100) {
        arrange();
        used = held.reduce((sum, each) => sum + each.key.length + (each.row.bytes?.length ?? 200), 0);
      }
      chargeMemory(used);
    }
    yield null;
  }
  arrange();
  for (const each of held) yield each.row;
}

export function* skipAndLimit<T>(rows: Steps<T>, skip: number, limit = Number.POSITIVE_INFINITY): Steps<T> {
  let index = 0;
  for (const row of rows) {
    if (row === null) yield null;
    else if (index++ >= skip) yield row;
    if (index >= skip + limit) return;
  }
}

/** Everything a query finds, in order: plan, match, sort, skip, limit. */
export function* query(
  collection: Collection,
  plan: Plan,
  request: PlanRequest & { skip?: number },
  stats: ExecutionStats,
): Steps<Row> {
  const { filter, sort, skip = 0, limit } = request;
  let rows = matching(collection, plan, filter, stats);
  if (sort && !plan.sorted && !naturalSort(sort)) rows = sorted(rows, sort, limit);
  yield* skipAndLimit(rows, skip, limit === undefined ? undefined : limit - skip);
}

export function checkDeadline(deadline: number | undefined): void {
  if (deadline !== undefined && performance.now() > deadline)
    throw new MongoError(codes.maxTimeMSExpired, 'operation exceeded time limit');
}

/**
 * Runs a sequence until it ends or `accept` returns false, letting other work in every 5 ms.
 * @param deadline from performance.now(), ms; MaxTimeMSExpired (50) is thrown beyond it
 * @returns whether the sequence ended
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
