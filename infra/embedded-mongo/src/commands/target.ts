import type { Doc } from '../bson/values.js';
import { checkDeadline, type Row, readMatch, run, search } from '../planner/execute.js';
import { choosePlan, type PlanRequest, probeKeys } from '../planner/planner.js';
import type { Collection } from '../storage/collection.js';
import { jobBudgetMs } from './bulk.js';
import type { Request } from './command.js';

/** The documents a write is for. */
export interface Target extends PlanRequest {
  query: Doc;
}

function isSlow(collection: Collection, target: Target): boolean {
  return collection.count > probeKeys && choosePlan(collection, { ...target, limit: 1 }).estimate >= probeKeys;
}

/**
 * Finds the document a write is for and runs the write in one job. Where finding takes long it is done beforehand, bit
 * by bit, and trusted in the job only if the collection has not changed since, or the found document still matches.
 */
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

/** Applies a write to every match: first all are found, then each is read and checked again in jobs of bounded length. */
export async function onMany(
  { deadline }: Request,
  collection: Collection,
  target: Target,
  apply: (row: Row) => void,
): Promise<void> {
  const ids: number[] = [];
  await run(search(collection, target), (row) => ids.push(row.id) > 0, deadline);
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
