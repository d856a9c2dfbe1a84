import type { Document } from 'bson';
import { type Doc, isDoc, type Value } from '../bson/values.js';
import { badValue, failedToParse, MongoError } from '../errors.js';
import { checkDeadline, collect, type Row, readMatch, run, search, searchIds } from '../planner/execute.js';
import { choosePlan, type PlanRequest, probeKeys } from '../planner/planner.js';
import type { Collection } from '../storage/collection.js';
import type { Request } from './command.js';

/** Time in ms after which an insert or multi-document write continues in another job, so that reads can run. */
export const jobBudgetMs = 8;
const maxStatements = 100_000;

export function checkBatch(list: Value[]): void {
  if (list.length === 0 || list.length > maxStatements)
    throw badValue(`Write batch sizes must be between 1 and ${maxStatements}. Got ${list.length} operations.`);
}

export function refusalOf(error: unknown, index: number): Document {
  if (!(error instanceof MongoError)) throw error;
  return { index, code: error.code, ...error.details, errmsg: error.message };
}

/** Runs the statements of a bulk write and returns the errors. Unless `ordered` is false, the first error ends it. */
export async function runStatements(
  { body }: Request,
  list: Value[],
  run: (statement: Doc, index: number) => Promise<void>,
): Promise<Document[]> {
  checkBatch(list);
  const errors: Document[] = [];
  const attempt = async (statement: Value, index: number): Promise<void> => {
    try {
      if (!isDoc(statement)) throw failedToParse('A write statement must be an object');
      await run(statement, index);
    } catch (error) {
      errors.push(refusalOf(error, index));
    }
  };
  // Unordered statements are submitted together, so that they share commits.
  const together = body.ordered === false ? 500 : 1;
  for (let from = 0; from < list.length && (together > 1 || errors.length === 0); from += together)
    await Promise.all(list.slice(from, from + together).map((statement, index) => attempt(statement, from + index)));
  return errors.sort((a, b) => a.index - b.index);
}

export const bulkReply = (reply: Document, errors: Document[]): Document =>
  errors.length ? { ...reply, writeErrors: errors, ok: 1 } : { ...reply, ok: 1 };

export interface Target extends PlanRequest {
  query: Doc;
}

function isSlow(collection: Collection, target: Target): boolean {
  return collection.count > probeKeys && choosePlan(collection, { ...target, limit: 1 }).estimate >= probeKeys;
}

/** Finds one document and writes it in one job. A slow search runs before the job, and again in it if stale. */
export async function onOne<T>(
  { services: { catalog }, deadline }: Request,
  ns: string,
  target: Target,
  apply: (collection: Collection, row: Row | undefined) => T,
): Promise<T> {
  const early = catalog.get(ns);
  const before = early?.version;
  let found: Row | undefined;
  const accept = (row: Row): boolean => {
    found = row;
    return false;
  };
  const searched = early !== undefined && isSlow(early, target);
  if (searched) await run(search(early, { ...target, limit: 1 }), accept, deadline);
  return catalog.store.write(() => {
    const collection = catalog.ensure(ns);
    if (searched && collection === early) {
      if (collection.version === before) return apply(collection, found);
      const again = found && !target.sort ? readMatch(collection, found.id, target.filter) : null;
      if (again) return apply(collection, again);
    }
    for (const row of search(collection, { ...target, limit: 1 })) if (row) return apply(collection, row);
    return apply(collection, undefined);
  });
}

/** Applies a write to every match: finds all first, then rereads and rechecks each one in jobs of `jobBudgetMs`. */
export async function onMany(
  { deadline }: Request,
  collection: Collection,
  target: Target,
  apply: (row: Row) => void,
): Promise<void> {
  const ids = await collect(searchIds(collection, target), deadline);
  for (let next = 0; next < ids.length; ) {
    checkDeadline(deadline);
    await collection.store.write(() => {
      const end = performance.now() + jobBudgetMs;
      while (next < ids.length && performance.now() < end) {
        const row = readMatch(collection, ids[next++]!, target.filter);
        if (row) apply(row);
      }
    });
  }
}
