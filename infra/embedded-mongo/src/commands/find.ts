import { type Document, Long } from 'bson';
import { keyOf } from '../bson/keys.js';
import { type Doc, encode, isDoc, type Value } from '../bson/values.js';
import { badValue, codes, MongoError, unsupported } from '../errors.js';
import { type ExecutionStats, matching, planIds, query, run, type Steps } from '../planner/execute.js';
import { choosePlan, type Plan, type PlanRequest } from '../planner/planner.js';
import { type Filter, filterDoc, parseFilter } from '../query/matcher.js';
import { splitPath, visit } from '../query/path.js';
import { compileProjection } from '../query/projection.js';
import { parseSort } from '../query/sort.js';
import type { Collection } from '../storage/collection.js';
import { type Command, flag, integer, namespace, type Request, requireArrayField } from './command.js';
import { Cursor, cursorReply } from './cursors.js';

export interface FindRequest extends PlanRequest {
  skip: number;
  projection?: Doc;
}

const findFields = [
  'filter',
  'projection',
  'sort',
  'skip',
  'limit',
  'hint',
  'batchSize',
  'singleBatch',
  'noCursorTimeout',
  'allowDiskUse',
  'allowPartialResults',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'oplogReplay',
];

/** Reads the query of a find command (explain reads the same). */
export function parseFind(body: Doc): FindRequest {
  for (const option of ['returnKey', 'showRecordId', 'tailable', 'awaitData', 'oplogReplay']) {
    if (flag(body[option])) throw unsupported(`The find option ${option}`);
  }
  const skip = integer(body, 'skip', 0);
  const limit = integer(body, 'limit', 0);
  return {
    filter: parseFilter(filterDoc(body.filter, 'filter')),
    sort: parseSort(body.sort),
    skip,
    limit: limit ? skip + limit : undefined,
    hint: emptyHint(body.hint),
    projection: filterDoc(body.projection ?? undefined, 'projection'),
  };
}

export const emptyHint = (hint: Value): Value =>
  isDoc(hint) && Object.keys(hint).length === 0 ? undefined : (hint ?? undefined);

export function* findSteps(
  collection: Collection | undefined,
  request: FindRequest,
  stats: ExecutionStats,
  plan?: Plan,
): Steps<Uint8Array> {
  const project = compileProjection(request.projection ?? {}, 'find');
  if (!collection) return;
  const chosen = plan ?? choosePlan(collection, request);
  for (const row of query(collection, chosen, request, stats)) {
    if (row === null) yield null;
    else yield project ? encode(project(row.doc, row.details)) : row.bytes;
  }
}

/** Sends the first batch of a sequence, and keeps a cursor when there is more. */
export async function firstBatch(
  request: Request,
  ns: string,
  steps: Steps<Uint8Array>,
  size: number,
  limit?: number,
  options: Doc = {},
): Promise<Uint8Array> {
  const cursor = new Cursor(ns, steps, limit, flag(options.noCursorTimeout));
  const { docs, done } = await cursor.next(size, request.deadline);
  const id = done || flag(options.singleBatch) ? Long.ZERO : request.services.cursors.register(cursor);
  return cursorReply('firstBatch', docs, id, ns);
}

export const find: Command = {
  fields: findFields,
  async run(request) {
    const ns = namespace(request, 'find');
    const { body } = request;
    const parsed = parseFind(body);
    const steps = findSteps(request.services.catalog.get(ns), parsed, { keysExamined: 0, docsExamined: 0 });
    const limit = parsed.limit === undefined ? undefined : parsed.limit - parsed.skip;
    return firstBatch(request, ns, steps, integer(body, 'batchSize', 101), limit, body);
  },
};

const cursorId = (value: Value): Long => {
  if (!(value instanceof Long)) throw badValue('A cursor id must be a 64-bit integer');
  return value;
};

export const getMore: Command = {
  fields: ['collection', 'batchSize'],
  async run(request) {
    const { cursors } = request.services;
    const ns = namespace(request, 'collection');
    const id = cursorId(request.body.getMore);
    const cursor = cursors.get(id, ns);
    const { docs, done } = await cursor.next(
      integer(request.body, 'batchSize', 0) || Number.POSITIVE_INFINITY,
      request.deadline,
    );
    if (done) cursors.close(id);
    return cursorReply('nextBatch', docs, done ? Long.ZERO : id, ns);
  },
};

export const killCursors: Command = {
  fields: ['cursors'],
  run({ body, services }) {
    const killed = requireArrayField(body, 'cursors').map(
      (id) => [cursorId(id), services.cursors.close(cursorId(id))] as const,
    );
    const ids = (state: boolean): Long[] => killed.filter(([, closed]) => closed === state).map(([id]) => id);
    return { cursorsKilled: ids(true), cursorsNotFound: ids(false), cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

/** Counts a filter's documents: from the collection's counter or from index keys alone where those say everything. */
export function* countSteps(
  collection: Collection,
  request: PlanRequest,
  stats: ExecutionStats,
  plan: Plan,
  limit = Number.POSITIVE_INFINITY,
): Steps<number> {
  if (isEverything(request.filter) && request.hint === undefined) {
    yield Math.min(collection.count, limit);
    return;
  }
  let count = 0;
  if (plan.kind === 'index' && plan.exact) {
    for (const _ of planIds(collection, plan, stats)) {
      if (++count >= limit) break;
      yield null;
    }
  } else {
    for (const row of matching(collection, plan, request.filter, stats)) {
      if (row && ++count >= limit) break;
      yield null;
    }
  }
  yield count;
}

const isEverything = (filter: Filter): boolean => filter.kind === 'and' && filter.filters.length === 0;

export function parseCount(body: Doc): FindRequest & { limit: number | undefined } {
  const limit = Math.abs(integer(body, 'limit', 0, Number.NEGATIVE_INFINITY));
  const skip = integer(body, 'skip', 0);
  return {
    filter: parseFilter(filterDoc(body.query, 'query')),
    hint: emptyHint(body.hint),
    skip,
    limit: limit ? skip + limit : undefined,
  };
}

export const count: Command = {
  fields: ['query', 'limit', 'skip', 'hint', 'fields'],
  async run(request) {
    const parsed = parseCount(request.body);
    const collection = request.services.catalog.get(namespace(request, 'count'));
    if (!collection) return { n: 0, ok: 1 };
    const stats = { keysExamined: 0, docsExamined: 0 };
    let total = 0;
    const accept = (value: number): boolean => {
      total = value;
      return true;
    };
    await run(
      countSteps(collection, parsed, stats, choosePlan(collection, parsed), parsed.limit),
      accept,
      request.deadline,
    );
    return { n: Math.max(0, total - parsed.skip), ok: 1 };
  },
};

export const distinct: Command = {
  fields: ['key', 'query', 'hint'],
  async run(request) {
    const { body, services } = request;
    if (typeof body.key !== 'string')
      throw new MongoError(codes.typeMismatch, "BSON field 'distinct.key' is the wrong type, expected string");
    const parts = splitPath(body.key);
    const filter = parseFilter(filterDoc(body.query ?? undefined, 'query'));
    const collection = services.catalog.get(namespace(request, 'distinct'));
    if (!collection) return { values: [], ok: 1 } as Document;
    const found = new Map<string, { key: Buffer; value: Value }>();
    const plan = choosePlan(collection, { filter, hint: emptyHint(body.hint) });
    await run(
      matching(collection, plan, filter, { keysExamined: 0, docsExamined: 0 }),
      ({ doc }) => {
        visit(doc, parts, (value, index) => {
          // An array counts as its elements, unless it is an element itself.
          if (value !== undefined && !(Array.isArray(value) && index < 0)) {
            const key = keyOf(value);
            const text = key.toString('latin1');
            if (!found.has(text)) found.set(text, { key, value });
          }
          return false;
        });
        return true;
      },
      request.deadline,
    );
    const values = [...found.values()].sort((a, b) => Buffer.compare(a.key, b.key)).map(({ value }) => value);
    return { values, ok: 1 };
  },
};
