import { type Document, ObjectId } from 'bson';
import { checkStorable, type Doc, decode, isDoc, put, type Value } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError } from '../errors.js';
import { checkDeadline, query, type Row, run } from '../planner/execute.js';
import { choosePlan, probeKeys } from '../planner/planner.js';
import { type Filter, filterDoc, type MatchDetails, match, parseFilter } from '../query/matcher.js';
import { compileProjection } from '../query/projection.js';
import { parseSort } from '../query/sort.js';
import type { Collection } from '../storage/collection.js';
import type { KeyField } from '../storage/index-keys.js';
import { parseUpdate, type Update, upsertDocument } from '../update/update.js';
import { type Command, flag, namespace, type Request, requireArrayField } from './command.js';
import { emptyHint } from './find.js';

/** Statements share one write job until it has run this long (ms). */
const jobBudgetMs = 8;
const maxStatements = 100_000;

interface Target {
  filter: Filter;
  query: Doc;
  sort?: KeyField[];
  hint?: Value;
}

/** A document with its _id in first place, made up when it has none. */
function withId(doc: Doc): Doc {
  checkStorable(doc);
  if (Object.keys(doc)[0] === '_id') return doc;
  const result: Doc = { _id: Object.hasOwn(doc, '_id') ? doc._id : new ObjectId() };
  for (const key of Object.keys(doc)) if (key !== '_id') put(result, key, doc[key]);
  return result;
}

/** First match inside a write job. Undefined when there is none. */
function findOne(collection: Collection, target: Target): Row | undefined {
  const request = { ...target, limit: 1 };
  for (const row of query(collection, choosePlan(collection, request), request, { keysExamined: 0, docsExamined: 0 }))
    if (row) return row;
  return undefined;
}

/**
 * Finds the document a write is for and runs the write in one job. Where finding takes long it is done beforehand, bit
 * by bit, and trusted in the job only if the collection has not changed since, or the found document still matches.
 */
async function onOne<T>(
  request: Request,
  ns: string,
  target: Target,
  apply: (collection: Collection, row: Row | undefined) => T,
): Promise<T> {
  const { catalog } = request.services;
  const early = catalog.get(ns);
  let found: { row: Row | undefined; version: number } | undefined;
  if (early && isSlow(early, target)) {
    const { version } = early;
    let row: Row | undefined;
    const search = { ...target, limit: 1 };
    const steps = query(early, choosePlan(early, search), search, { keysExamined: 0, docsExamined: 0 });
    const accept = (each: Row): boolean => {
      row = each;
      return false;
    };
    await run(steps, accept, request.deadline);
    found = { row, version };
  }
  return catalog.store.write(() => {
    const collection = catalog.ensure(ns);
    if (found && collection === early) {
      if (collection.version === found.version) return apply(collection, found.row);
      const fresh = found.row && !target.sort ? reread(collection, found.row.id, target.filter) : undefined;
      if (fresh) return apply(collection, fresh);
    }
    return apply(collection, findOne(collection, target));
  });
}

function isSlow(collection: Collection, target: Target): boolean {
  return collection.count > probeKeys && choosePlan(collection, { ...target, limit: 1 }).estimate >= probeKeys;
}

function reread(collection: Collection, id: number, filter: Filter): Row | undefined {
  const bytes = collection.read(id);
  if (!bytes) return undefined;
  const doc = decode(bytes);
  const details: MatchDetails = {};
  return match(filter, doc, details) ? { id, bytes, doc, details } : undefined;
}

/** Applies a write to every match: first all are found, then each is read and checked again in jobs of bounded length. */
async function onMany(
  request: Request,
  collection: Collection,
  target: Target,
  apply: (row: Row) => void,
): Promise<void> {
  const ids: number[] = [];
  const steps = query(collection, choosePlan(collection, target), target, { keysExamined: 0, docsExamined: 0 });
  await run(steps, (row) => ids.push(row.id) > 0, request.deadline);
  for (let next = 0; next < ids.length; ) {
    checkDeadline(request.deadline);
    await collection.store.write(() => {
      const end = performance.now() + jobBudgetMs;
      while (next < ids.length && performance.now() < end) {
        const row = collection.dropped ? undefined : reread(collection, ids[next]!, target.filter);
        next++;
        if (row) apply(row);
      }
    });
  }
}

/** Runs the statements of a bulk; with `ordered` the first error ends it. */
async function statements(
  request: Request,
  list: Value[],
  run: (statement: Doc, index: number) => Promise<void>,
): Promise<Document[]> {
  const errors: Document[] = [];
  if (list.length === 0 || list.length > maxStatements) {
    throw badValue(`Write batch sizes must be between 1 and ${maxStatements}. Got ${list.length} operations.`);
  }
  const ordered = request.body.ordered !== false;
  const attempt = async (statement: Value, index: number): Promise<void> => {
    try {
      if (!isDoc(statement)) throw failedToParse('A write statement must be an object');
      await run(statement, index);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      errors.push(writeError(error, index));
    }
  };
  if (ordered) {
    for (let index = 0; index < list.length && errors.length === 0; index++) await attempt(list[index], index);
  } else {
    // Handed in together, so that they share commits.
    for (let from = 0; from < list.length; from += 500) {
      await Promise.all(list.slice(from, from + 500).map((statement, index) => attempt(statement, from + index)));
    }
    errors.sort((a, b) => a.index - b.index);
  }
  return errors;
}

const writeError = (error: MongoError, index: number): Document => ({
  index,
  code: error.code,
  ...error.details,
  errmsg: error.message,
});
const withErrors = (reply: Document, errors: Document[]): Document =>
  errors.length ? { ...reply, writeErrors: errors, ok: 1 } : { ...reply, ok: 1 };

export const insert: Command = {
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  async run(request) {
    const ns = namespace(request, 'insert');
    const { catalog } = request.services;
    const documents = requireArrayField(request.body, 'documents');
    if (documents.length === 0 || documents.length > maxStatements)
      throw badValue(`Write batch sizes must be between 1 and ${maxStatements}. Got ${documents.length} operations.`);
    const ordered = request.body.ordered !== false;
    const errors: Document[] = [];
    let inserted = 0;
    for (let next = 0; next < documents.length && !(ordered && errors.length); ) {
      // Counted from the job's own result, so that a job that was rolled back counts for nothing.
      const done = await catalog.store.write(() => {
        const collection = catalog.ensure(ns);
        const end = performance.now() + jobBudgetMs;
        const result = { next, inserted: 0, errors: [] as Document[] };
        do {
          try {
            collection.insert(withId(documents[result.next] as Doc));
            result.inserted++;
          } catch (error) {
            if (!(error instanceof MongoError)) throw error;
            result.errors.push(writeError(error, result.next));
          }
          result.next++;
        } while (result.next < documents.length && performance.now() < end && !(ordered && result.errors.length));
        return result;
      });
      next = done.next;
      inserted += done.inserted;
      errors.push(...done.errors);
    }
    return withErrors({ n: inserted }, errors);
  },
};

interface UpdateOutcome {
  matched: number;
  modified: number;
  upserted?: Value;
}

function applyUpdate(collection: Collection, row: Row, update: Update): Doc | undefined {
  const after = update.apply(row.doc, row.details);
  return collection.replace(row.id, row.doc, row.bytes, after) ? after : undefined;
}

async function runUpdate(request: Request, ns: string, statement: Doc): Promise<UpdateOutcome> {
  refuseUnknown(statement, ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint'], 'update.updates');
  const query = filterDoc(statement.q, 'q');
  const update = parseUpdate(statement.u, statement.arrayFilters);
  const target: Target = { filter: parseFilter(query), query, hint: emptyHint(statement.hint) };
  const outcome: UpdateOutcome = { matched: 0, modified: 0 };
  if (flag(statement.multi)) {
    if (update.isReplacement) throw failedToParse('multi update is not supported for replacement-style update');
    const collection = request.services.catalog.get(ns);
    if (collection) {
      await onMany(request, collection, target, (row) => {
        if (applyUpdate(collection, row, update)) outcome.modified++;
        outcome.matched++;
      });
    }
    if (outcome.matched || !flag(statement.upsert)) return outcome;
  }
  if (!flag(statement.upsert) && !request.services.catalog.get(ns)) return outcome;
  return onOne(request, ns, target, (collection, row): UpdateOutcome => {
    if (row) return { matched: 1, modified: applyUpdate(collection, row, update) ? 1 : 0 };
    if (!flag(statement.upsert)) return outcome;
    const doc = upsertDocument(query, update);
    collection.insert(doc);
    return { matched: 0, modified: 0, upserted: doc._id };
  });
}

function refuseUnknown(statement: Doc, fields: string[], where: string): void {
  for (const key of Object.keys(statement)) {
    if (!fields.includes(key))
      throw new MongoError(codes.unknownField, `BSON field '${where}.${key}' is an unknown or unsupported field.`);
  }
}

export const update: Command = {
  fields: ['updates', 'ordered', 'bypassDocumentValidation'],
  async run(request) {
    const ns = namespace(request, 'update');
    const totals = { n: 0, nModified: 0 };
    const upserted: Document[] = [];
    const errors = await statements(request, requireArrayField(request.body, 'updates'), async (statement, index) => {
      const { matched, modified, ...rest } = await runUpdate(request, ns, statement);
      totals.n += matched;
      totals.nModified += modified;
      if ('upserted' in rest) {
        totals.n++;
        upserted.push({ index, _id: rest.upserted });
      }
    });
    upserted.sort((a, b) => a.index - b.index);
    return withErrors({ ...totals, ...(upserted.length ? { upserted } : {}) }, errors);
  },
};

export const remove: Command = {
  fields: ['deletes', 'ordered'],
  async run(request) {
    const ns = namespace(request, 'delete');
    let n = 0;
    const errors = await statements(request, requireArrayField(request.body, 'deletes'), async (statement) => {
      refuseUnknown(statement, ['q', 'limit', 'hint'], 'delete.deletes');
      const query = filterDoc(statement.q, 'q');
      const target: Target = { filter: parseFilter(query), query, hint: emptyHint(statement.hint) };
      const limit = Number(statement.limit);
      if (limit !== 0 && limit !== 1) throw failedToParse('The limit field in delete objects must be 0 or 1.');
      const collection = request.services.catalog.get(ns);
      if (!collection) return;
      if (limit === 1) {
        n += await onOne(request, ns, target, (current, row) => {
          if (row) current.remove(row.id, row.doc);
          return row ? 1 : 0;
        });
      } else {
        await onMany(request, collection, target, (row) => {
          collection.remove(row.id, row.doc);
          n++;
        });
      }
    });
    return withErrors({ n }, errors);
  },
};

export const findAndModify: Command = {
  fields: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'bypassDocumentValidation',
    'arrayFilters',
    'hint',
  ],
  async run(request) {
    const { body } = request;
    const ns = namespace(request, 'findAndModify' in body ? 'findAndModify' : 'findandmodify');
    const [removing, upsert, wantsNew] = [flag(body.remove), flag(body.upsert), flag(body.new)];
    if (removing && body.update !== undefined) throw failedToParse('Cannot specify both an update and remove=true');
    if (removing && upsert) throw failedToParse('Cannot specify both upsert=true and remove=true');
    if (removing && wantsNew)
      throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
    if (!removing && body.update === undefined)
      throw failedToParse('Either an update or remove=true must be specified');
    const query = filterDoc(body.query ?? undefined, 'query');
    const target: Target = {
      filter: parseFilter(query),
      query,
      sort: parseSort(body.sort),
      hint: emptyHint(body.hint),
    };
    const project = compileProjection(filterDoc(body.fields ?? undefined, 'fields'), 'find');
    const view = (doc: Doc, details?: MatchDetails): Doc => (project ? project(doc, details) : doc);
    const change = removing ? undefined : parseUpdate(body.update, body.arrayFilters);
    if (!upsert && !request.services.catalog.get(ns)) return answer(0, null, removing);
    return onOne(request, ns, target, (collection, row): Document => {
      if (row && !change) {
        collection.remove(row.id, row.doc);
        return answer(1, view(row.doc, row.details), true);
      }
      if (row) {
        const after = applyUpdate(collection, row, change!) ?? row.doc;
        return answer(1, view(wantsNew ? after : row.doc, row.details), false);
      }
      if (!upsert) return answer(0, null, removing);
      const doc = upsertDocument(query, change!);
      collection.insert(doc);
      const reply = answer(1, wantsNew ? view(doc) : null, false);
      return { ...reply, lastErrorObject: { n: 1, updatedExisting: false, upserted: doc._id } };
    });
  },
};

function answer(n: number, value: Doc | null, removing: boolean): Document {
  return { lastErrorObject: removing ? { n } : { n, updatedExisting: n > 0 }, value, ok: 1 };
}
