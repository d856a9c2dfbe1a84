import type { Document } from 'bson';
import { type Doc, type Value, withId } from '../bson/values.js';
import { allowOnly, codes, failedToParse, type MongoError } from '../errors.js';
import type { Row } from '../planner/execute.js';
import { parseFilter } from '../query/matcher.js';
import { compileProjection } from '../query/projection.js';
import type { Collection } from '../storage/collection.js';
import { parseSort } from '../storage/index-keys.js';
import { parseUpdate, type Update, upsertDocument } from '../update/update.js';
import { arrayField, type Command, documentField, flag, hintOf, namespace, type Request } from './command.js';
import {
  bulkReply,
  checkBatch,
  jobBudgetMs,
  onMany,
  onOne,
  refusalOf,
  runStatements,
  type Target,
} from './write-jobs.js';

function parseTarget(statement: Doc, field: 'q' | 'query'): Target {
  const query = documentField(statement, field);
  return { query, filter: parseFilter(query), sort: parseSort(statement.sort), hint: hintOf(statement) };
}

export const insert: Command = {
  fields: ['documents', 'ordered'],
  async run(request) {
    const ns = namespace(request);
    const { catalog } = request.services;
    const documents = arrayField(request.body, 'documents') as Doc[];
    checkBatch(documents);
    const ordered = request.body.ordered !== false;
    const errors: Document[] = [];
    let next = 0;
    while (next < documents.length && !(ordered && errors.length)) {
      // Counts come from the job's result, because a job that was rolled back counts nothing.
      const done = await catalog.store.write(() => {
        const collection = catalog.ensure(ns);
        const end = performance.now() + jobBudgetMs;
        const refused: Document[] = [];
        let at = next;
        do {
          try {
            collection.insert(withId(documents[at]!, codes.badValue));
          } catch (error) {
            refused.push(refusalOf(error as MongoError, at));
          }
          at++;
        } while (at < documents.length && performance.now() < end && !(ordered && refused.length));
        return { at, refused };
      });
      next = done.at;
      errors.push(...done.refused);
    }
    return bulkReply({ n: next - errors.length }, errors);
  },
};

function applyUpdate(collection: Collection, row: Row, update: Update): Doc | undefined {
  const after = update.apply(row.doc, row.details);
  return collection.replace(row.id, row.doc, row.bytes, after) ? after : undefined;
}

interface UpdateOutcome {
  matched: number;
  modified: number;
  upserted?: { _id: Value };
}

async function runUpdate(request: Request, ns: string, statement: Doc): Promise<UpdateOutcome> {
  allowOnly('update.updates', statement, ['q', 'u', 'multi', 'upsert', 'hint']);
  const target = parseTarget(statement, 'q');
  const update = parseUpdate(statement.u);
  const [multi, upsert] = [flag(statement.multi), flag(statement.upsert)];
  const outcome: UpdateOutcome = { matched: 0, modified: 0 };
  const apply = (collection: Collection, row: Row): void => {
    if (applyUpdate(collection, row, update)) outcome.modified++;
    outcome.matched++;
  };
  if (multi && update.isReplacement) throw failedToParse('multi update is not supported for replacement-style update');
  const existing = request.services.catalog.get(ns);
  if (multi && existing) await onMany(request, existing, target, (row) => apply(existing, row));
  if (outcome.matched || (!upsert && (multi || !existing))) return outcome;
  return onOne(request, ns, target, (collection, row): UpdateOutcome => {
    if (row) return { matched: 1, modified: applyUpdate(collection, row, update) ? 1 : 0 };
    if (!upsert) return outcome;
    const doc = upsertDocument(target.query, update);
    collection.insert(doc);
    return { matched: 0, modified: 0, upserted: { _id: doc._id } };
  });
}

export const update: Command = {
  fields: ['updates', 'ordered'],
  async run(request) {
    const ns = namespace(request);
    const totals = { n: 0, nModified: 0 };
    const upserted: Document[] = [];
    const errors = await runStatements(request, arrayField(request.body, 'updates'), async (statement, index) => {
      const outcome = await runUpdate(request, ns, statement);
      totals.n += outcome.matched + (outcome.upserted ? 1 : 0);
      totals.nModified += outcome.modified;
      if (outcome.upserted) upserted.push({ index, ...outcome.upserted });
    });
    upserted.sort((a, b) => a.index - b.index);
    return bulkReply({ ...totals, ...(upserted.length ? { upserted } : {}) }, errors);
  },
};

export const remove: Command = {
  fields: ['deletes', 'ordered'],
  async run(request) {
    const ns = namespace(request);
    let n = 0;
    const errors = await runStatements(request, arrayField(request.body, 'deletes'), async (statement) => {
      allowOnly('delete.deletes', statement, ['q', 'limit', 'hint']);
      const target = parseTarget(statement, 'q');
      const limit = Number(statement.limit);
      if (limit !== 0 && limit !== 1) throw failedToParse('The limit field in delete objects must be 0 or 1.');
      const existing = request.services.catalog.get(ns);
      if (!existing) return;
      const removeRow = (collection: Collection, row: Row | undefined): void => {
        if (!row) return;
        collection.remove(row.id, row.doc);
        n++;
      };
      if (limit === 1) await onOne(request, ns, target, removeRow);
      else await onMany(request, existing, target, (row) => removeRow(existing, row));
    });
    return bulkReply({ n }, errors);
  },
};

function checkOptions(removing: boolean, body: Doc): void {
  if (!removing && body.update === undefined) throw failedToParse('Either an update or remove=true must be specified');
  for (const option of ['update', 'upsert', 'new'])
    if (removing && (option === 'update' ? body.update !== undefined : flag(body[option])))
      throw failedToParse(`Cannot specify both ${option} and remove=true`);
}

export const findAndModify: Command = {
  fields: ['query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert', 'hint'],
  async run(request) {
    const { body } = request;
    const ns = namespace(request);
    const removing = flag(body.remove);
    checkOptions(removing, body);
    const target = parseTarget(body, 'query');
    const project = compileProjection(documentField(body, 'fields'), 'find') ?? ((doc: Doc) => doc);
    const change = removing ? undefined : parseUpdate(body.update);
    const nothing = answer(null, removing ? { n: 0 } : { n: 0, updatedExisting: false });
    if (!flag(body.upsert) && !request.services.catalog.get(ns)) return nothing;
    return onOne(request, ns, target, (collection, row): Document => {
      if (row && !change) {
        collection.remove(row.id, row.doc);
        return answer(project(row.doc), { n: 1 });
      }
      if (row) {
        const after = applyUpdate(collection, row, change!) ?? row.doc;
        return answer(project(flag(body.new) ? after : row.doc), { n: 1, updatedExisting: true });
      }
      if (!flag(body.upsert)) return nothing;
      const doc = upsertDocument(target.query, change!);
      collection.insert(doc);
      return answer(flag(body.new) ? project(doc) : null, { n: 1, updatedExisting: false, upserted: doc._id });
    });
  },
};

const answer = (value: Doc | null, lastErrorObject: Document): Document => ({ lastErrorObject, value, ok: 1 });
