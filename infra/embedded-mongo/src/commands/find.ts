import { type Document, Long } from 'bson';
import { compare } from '../bson/keys.js';
import { type Doc, encode, type Value } from '../bson/values.js';
import { badValue, typeMismatch } from '../errors.js';
import { distinctSteps } from '../planner/distinct.js';
import { collect, countSteps, type Row, type Search, type Steps, search } from '../planner/execute.js';
import { parseFilter } from '../query/matcher.js';
import { splitPath } from '../query/path.js';
import { compileProjection, type Projection } from '../query/projection.js';
import type { Collection } from '../storage/collection.js';
import { parseSort } from '../storage/index-keys.js';
import { arrayField, type Command, documentField, flag, hintOf, integer, namespace, type Request } from './command.js';
import { Cursor, cursorReply } from './cursors.js';

/** Parses a find, count or distinct command. @param filterField name of the field with the filter */
export function parseSearch(body: Doc, filterField: 'filter' | 'query'): Search {
  const skip = integer(body, 'skip', 0);
  const limit = Math.abs(integer(body, 'limit', 0, filterField === 'query' ? Number.NEGATIVE_INFINITY : 0));
  const filter = parseFilter(documentField(body, filterField));
  const sort = parseSort(body.sort);
  return { filter, sort, skip, limit: limit ? skip + limit : undefined, hint: hintOf(body), trustsKeys: true };
}

function encoded(row: Row, project: Projection | undefined): Uint8Array {
  if (!project) return row.bytes;
  return project.ofStored ? project.ofStored(row.bytes) : encode(project(row.doc));
}

export function findSteps(collection: Collection | undefined, body: Doc, request: Search): Steps<Uint8Array> {
  const project = compileProjection(documentField(body, 'projection'), 'find');
  return (function* () {
    if (!collection) return;
    for (const row of search(collection, request)) yield row && encoded(row, project);
  })();
}

export async function firstBatch(
  request: Request,
  ns: string,
  steps: Steps<Uint8Array>,
  size: number,
  singleBatch = false,
): Promise<Uint8Array> {
  const cursor = new Cursor(ns, steps);
  const { docs, done } = await cursor.next(size, request.deadline);
  const id = done || singleBatch ? Long.ZERO : request.services.cursors.register(cursor);
  return cursorReply('firstBatch', docs, id, ns);
}

export const find: Command = {
  fields: ['filter', 'projection', 'sort', 'skip', 'limit', 'hint', 'batchSize', 'singleBatch'],
  async run(request) {
    const ns = namespace(request);
    const { body, services } = request;
    const steps = findSteps(services.catalog.get(ns), body, parseSearch(body, 'filter'));
    return firstBatch(request, ns, steps, integer(body, 'batchSize', 101), flag(body.singleBatch));
  },
};

function cursorId(value: Value): Long {
  if (!(value instanceof Long)) throw badValue('A cursor id must be a 64-bit integer');
  return value;
}

export const getMore: Command = {
  fields: ['collection', 'batchSize'],
  async run(request) {
    const { body, services, deadline } = request;
    const ns = namespace(request, 'collection');
    const id = cursorId(body.getMore);
    const size = integer(body, 'batchSize', 0) || Number.POSITIVE_INFINITY;
    const { docs, done } = await services.cursors.get(id, ns).next(size, deadline);
    if (done) services.cursors.close(id);
    return cursorReply('nextBatch', docs, done ? Long.ZERO : id, ns);
  },
};

export const killCursors: Command = {
  fields: ['cursors'],
  run({ body, services }) {
    const all = arrayField(body, 'cursors').map(cursorId);
    const cursorsKilled = all.filter((id) => services.cursors.close(id));
    const cursorsNotFound = all.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

export const count: Command = {
  fields: ['query', 'limit', 'skip', 'hint'],
  async run(request) {
    const parsed = parseSearch(request.body, 'query');
    const collection = request.services.catalog.get(namespace(request));
    const [n = 0] = collection ? await collect(countSteps(collection, parsed), request.deadline) : [];
    return { n, ok: 1 };
  },
};

export const distinct: Command = {
  fields: ['key', 'query', 'hint'],
  async run(request): Promise<Document> {
    const { body, services } = request;
    if (typeof body.key !== 'string') throw typeMismatch("BSON field 'distinct.key' must be a string");
    const parts = splitPath(body.key);
    const parsed = parseSearch(body, 'query');
    const collection = services.catalog.get(namespace(request));
    const found = collection ? await collect(distinctSteps(collection, parsed, parts), request.deadline) : [];
    return { values: found.map(({ value }) => value).sort(compare), ok: 1 };
  },
};
