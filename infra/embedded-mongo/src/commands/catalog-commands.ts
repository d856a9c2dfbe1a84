import { type Document, Long } from 'bson';
import { equal } from '../bson/keys.js';
import { toNumber } from '../bson/numbers.js';
import { type Doc, encode, isDoc, isNumeric, show, type Value } from '../bson/values.js';
import { allowOnly, badValue, codes, MongoError, typeMismatch, unsupported } from '../errors.js';
import { type Filter, match, parseFilter } from '../query/matcher.js';
import { plainPath } from '../query/path.js';
import type { Collection, Index, IndexSpec } from '../storage/collection.js';
import { arrayField, type Command, documentField, flag, namespace, type Request } from './command.js';
import { cursorReply } from './cursors.js';

const options = ['key', 'name', 'unique', 'sparse', 'background', 'expireAfterSeconds', 'partialFilterExpression', 'v'];
const refusal = (message: string): MongoError => new MongoError(codes.cannotCreateIndex, message);

function parseKey(key: Value): Document {
  const entries = isDoc(key) ? Object.entries(key) : [];
  if (entries.length === 0 || entries.length > 32) throw refusal('An index has from 1 to 32 fields');
  const clean = entries.map(([path, direction]): [string, number] => {
    if (typeof direction === 'string') throw unsupported(`The index plugin '${direction}' on '${path}'`);
    if (!isNumeric(direction) || !toNumber(direction)) throw refusal(`Not a direction in an index key: ${show(key)}`);
    if (plainPath(path).some((part) => /^\d+$/.test(part))) throw unsupported(`An array position in '${path}'`);
    return [path, toNumber(direction) < 0 ? -1 : 1];
  });
  return Object.fromEntries(clean);
}

function checkPartial(filter: Filter): void {
  const allowed = ['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in'];
  if (filter.kind === 'and') for (const part of filter.filters) checkPartial(part);
  else if (filter.kind !== 'leaf' || !allowed.includes(filter.operator))
    throw refusal('Expression not supported in partial index');
}

/** Parses an index specification of createIndexes. @throws MongoError for an invalid or unsupported option */
function parseIndex(value: Value): IndexSpec {
  if (!isDoc(value)) throw badValue('An index specification must be an object');
  allowOnly('createIndexes.indexes', value, options);
  const { name, expireAfterSeconds: expiry, partialFilterExpression: partial } = value;
  if (typeof name !== 'string' || name === '') throw refusal("An index specification needs a 'name'");
  const spec: IndexSpec = { name, key: parseKey(value.key) };
  if (flag(value.unique)) spec.unique = true;
  if (flag(value.sparse)) spec.sparse = true;
  if (expiry !== undefined) {
    const seconds = isNumeric(expiry) ? toNumber(expiry) : Number.NaN;
    if (!(seconds >= 0 && seconds <= 2_147_483_647)) throw refusal("'expireAfterSeconds' is out of range");
    if (Object.keys(spec.key).length > 1 || '_id' in spec.key) throw refusal('TTL indexes are single-field indexes');
    spec.expireAfterSeconds = seconds;
  }
  if (partial !== undefined) {
    if (!isDoc(partial)) throw typeMismatch("The field 'partialFilterExpression' must be an object");
    if (spec.sparse) throw refusal("cannot mix 'partialFilterExpression' and 'sparse' options");
    checkPartial(parseFilter(partial));
    spec.partialFilterExpression = partial;
  }
  return spec;
}

function indexDoc({ name, key, ...rest }: IndexSpec): Document {
  const { unique, sparse, partialFilterExpression, expireAfterSeconds } = rest;
  const shown = { unique: name === '_id_' ? undefined : unique, sparse, partialFilterExpression, expireAfterSeconds };
  return { v: 2, key, name, ...Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) };
}

/** Returns whether an index is among others. @throws MongoError 85 or 86 if one of them conflicts with it */
function isAmong(others: readonly IndexSpec[], spec: IndexSpec): boolean {
  if (equal(spec.key, { _id: 1 })) return true;
  for (const meta of others) {
    const [requested, existing] = [indexDoc(spec), indexDoc(meta)];
    if (equal(requested, existing)) return true;
    const sameKey = equal(meta.key, spec.key);
    const conflict = `The index ${show(requested)} conflicts with the existing ${show(existing)}`;
    if (meta.name === spec.name) {
      const onlyExpiry = equal({ ...requested, expireAfterSeconds: 0 }, { ...existing, expireAfterSeconds: 0 });
      const code = onlyExpiry ? codes.indexOptionsConflict : codes.indexKeySpecsConflict;
      throw new MongoError(code, conflict);
    }
    const samePartial = equal(meta.partialFilterExpression, spec.partialFilterExpression);
    if (sameKey && samePartial) throw new MongoError(codes.indexOptionsConflict, conflict);
  }
  return false;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

/** The last index build. Builds run one at a time, so that concurrent requests for the same index create one. */
let building: Promise<unknown> = Promise.resolve();

export const createIndexes: Command = {
  fields: ['indexes'],
  run(request) {
    const ns = namespace(request);
    const { catalog, commands } = request.services;
    const specs = arrayField(request.body, 'indexes').map(parseIndex);
    if (specs.length === 0) throw badValue('Must specify at least one index to create');
    const work = building.then(async () => {
      const createdCollectionAutomatically = !catalog.get(ns);
      const collection = await catalog.store.write(() => catalog.ensure(ns));
      const numIndexesBefore = collection.indexes.length;
      const known: IndexSpec[] = collection.indexes.map(({ meta }) => meta);
      const missing = specs.filter((spec) => !isAmong(known, spec) && known.push(spec));
      if (missing.length > 0) await catalog.build(collection, missing, () => sum(commands.values()));
      return { numIndexesBefore, numIndexesAfter: collection.indexes.length, createdCollectionAutomatically, ok: 1 };
    });
    building = work.catch(() => undefined);
    return work;
  },
};

function requireCollection(request: Request): Collection {
  const ns = namespace(request);
  const collection = request.services.catalog.get(ns);
  if (!collection) throw new MongoError(codes.namespaceNotFound, `ns does not exist: ${ns}`);
  return collection;
}

export const listIndexes: Command = {
  fields: ['cursor'],
  run(request) {
    const { indexes, ns } = requireCollection(request);
    const docs = indexes.filter(({ meta }) => meta.ready).map(({ meta }) => encode(indexDoc(meta)));
    return cursorReply('firstBatch', docs, Long.ZERO, ns);
  },
};

export const dropIndexes: Command = {
  fields: ['index'],
  run(request) {
    const { catalog } = request.services;
    return catalog.store.write(() => {
      const collection = requireCollection(request);
      const nIndexesWas = collection.indexes.length;
      const found = indexesToDrop(collection, request.body.index);
      if (found.some(({ meta }) => meta.name === '_id_'))
        throw new MongoError(codes.invalidOptions, 'cannot drop _id index');
      for (const index of found) catalog.dropIndex(collection, index);
      return { nIndexesWas, ok: 1 };
    });
  },
};

function indexesToDrop({ indexes }: Collection, which: Value): Index[] {
  if (which === '*') return indexes.filter(({ meta }) => meta.name !== '_id_');
  return (Array.isArray(which) ? which : [which]).map((wanted) => {
    const found = indexes.find(({ meta }) => meta.name === wanted || (isDoc(wanted) && equal(meta.key, wanted)));
    if (!found) throw new MongoError(codes.indexNotFound, `index not found with name or key [${show(wanted)}]`);
    return found;
  });
}

export const create: Command = {
  fields: [],
  async run(request) {
    const { catalog } = request.services;
    await catalog.store.write(() => catalog.ensure(namespace(request)));
    return { ok: 1 };
  },
};

export const drop: Command = {
  fields: [],
  run(request) {
    const ns = namespace(request);
    const { catalog } = request.services;
    return catalog.store.write((): Document => {
      const collection = catalog.get(ns);
      if (!collection) return { ok: 1 };
      catalog.drop(collection);
      return { nIndexesWas: collection.indexes.length, ns, ok: 1 };
    });
  },
};

/** Renames within a database: `{ renameCollection: 'db.from', to: 'db.to' }`, of the database `admin`. */
export const renameCollection: Command = {
  fields: ['to', 'dropTarget'],
  run({ body, db, services: { catalog } }) {
    const { renameCollection: from, to } = body;
    if (typeof from !== 'string' || typeof to !== 'string')
      throw typeMismatch('renameCollection needs the names of two collections');
    if (db !== 'admin') throw new MongoError(codes.unauthorized, 'renameCollection may only be run against admin');
    if (from.split('.')[0] !== to.split('.')[0]) throw unsupported('renameCollection to another database');
    if (from === to) throw new MongoError(codes.illegalOperation, "Can't rename a collection to itself");
    return catalog.store.write((): Document => {
      const collection = catalog.get(from);
      if (!collection) throw new MongoError(codes.namespaceNotFound, `Source collection ${from} does not exist`);
      const target = catalog.get(to);
      if (target && !flag(body.dropTarget))
        throw new MongoError(codes.namespaceExists, `Target collection ${to} exists`);
      if (target) catalog.drop(target);
      catalog.rename(collection, to);
      return { ok: 1 };
    });
  },
};

export const dropDatabase: Command = {
  fields: [],
  run({ db, services: { catalog } }) {
    return catalog.store.write(() => {
      for (const collection of [...catalog.collections.values()])
        if (collection.ns.startsWith(`${db}.`)) catalog.drop(collection);
      return { dropped: db, ok: 1 };
    });
  },
};

export const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run({ body, db, services }) {
    const filter = parseFilter(documentField(body, 'filter'));
    const details = { options: {}, info: { readOnly: false }, idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } };
    const docs = [...services.catalog.collections.keys()]
      .filter((ns) => ns.startsWith(`${db}.`))
      .map((ns) => ({ name: ns.slice(db.length + 1), type: 'collection' }))
      .filter((doc: Doc) => match(filter, { ...doc, ...details }))
      .map((doc) => encode(flag(body.nameOnly) ? doc : { ...doc, ...details }));
    return cursorReply('firstBatch', docs, Long.ZERO, `${db}.$cmd.listCollections`);
  },
};
