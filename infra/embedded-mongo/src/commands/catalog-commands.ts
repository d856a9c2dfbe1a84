import { type Document, Long } from 'bson';
import { equal } from '../bson/keys.js';
import { toNumber } from '../bson/numbers.js';
import { type Doc, encode, isDoc, isNumeric, show, type Value } from '../bson/values.js';
import { allowOnly, badValue, codes, MongoError, unsupported } from '../errors.js';
import { type Filter, matcher, parseFilter } from '../query/matcher.js';
import { splitPath } from '../query/path.js';
import type { Collection, Index, IndexMeta } from '../storage/collection.js';
import { type Command, flag, integer, namespace, type Request, requireArrayField } from './command.js';
import { cursorReply } from './cursors.js';
import { firstBatch } from './find.js';

type IndexSpec = Pick<IndexMeta, 'name' | 'key'> & Partial<IndexMeta>;

function parseKey(key: Value): Document {
  if (!isDoc(key) || Object.keys(key).length === 0)
    throw new MongoError(codes.cannotCreateIndex, 'Index keys cannot be an empty object');
  const clean: Document = {};
  for (const [path, direction] of Object.entries(key)) {
    if (typeof direction === 'string')
      throw new MongoError(codes.notImplemented, `Unknown or unsupported index plugin '${direction}' on '${path}'`);
    if (!isNumeric(direction) || !toNumber(direction)) {
      throw new MongoError(
        codes.cannotCreateIndex,
        `Values in v:2 index key pattern cannot be of type other than a nonzero number: ${show(key)}`,
      );
    }
    if (path.includes('$')) throw unsupported(`The index path '${path}'`);
    if (splitPath(path).some((part) => /^\d+$/.test(part)))
      throw unsupported(`An array position in an index path ('${path}')`);
    clean[path] = toNumber(direction) < 0 ? -1 : 1;
  }
  if (Object.keys(clean).length > 32) throw new MongoError(codes.cannotCreateIndex, 'Index has more than 32 fields');
  return clean;
}

/** The subset of filters that a partial index takes (the manual, "Partial Indexes"). */
function checkPartial(filter: Filter): void {
  const allowed = ['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in'];
  if (filter.kind === 'and' || filter.kind === 'or') for (const part of filter.filters) checkPartial(part);
  else if (filter.kind !== 'leaf' || !allowed.includes(filter.test.operator)) {
    throw new MongoError(codes.cannotCreateIndex, 'Expression not supported in partial index');
  }
}

function parseIndex(value: Value): IndexSpec {
  if (!isDoc(value)) throw badValue('An index specification must be an object');
  allowOnly('createIndexes.indexes', value, [
    'key',
    'name',
    'unique',
    'sparse',
    'background',
    'expireAfterSeconds',
    'partialFilterExpression',
    'hidden',
    'v',
    'ns',
  ]);
  const spec: IndexSpec = { name: value.name as string, key: parseKey(value.key) };
  if (typeof spec.name !== 'string' || spec.name === '')
    throw new MongoError(codes.failedToParse, "The 'name' field is a required property of an index specification");
  if (flag(value.unique)) spec.unique = true;
  if (flag(value.sparse)) spec.sparse = true;
  if (flag(value.hidden)) spec.hidden = true;
  if (value.expireAfterSeconds !== undefined) {
    const seconds = isNumeric(value.expireAfterSeconds) ? toNumber(value.expireAfterSeconds) : Number.NaN;
    if (!(seconds >= 0 && seconds <= 2_147_483_647))
      throw new MongoError(
        codes.cannotCreateIndex,
        "TTL index 'expireAfterSeconds' option must be within an acceptable range",
      );
    if (Object.keys(spec.key).length > 1 || '_id' in spec.key)
      throw new MongoError(
        codes.cannotCreateIndex,
        'TTL indexes are single-field indexes, compound indexes do not support TTL',
      );
    spec.expireAfterSeconds = seconds;
  }
  if (value.partialFilterExpression !== undefined) {
    if (!isDoc(value.partialFilterExpression))
      throw new MongoError(codes.typeMismatch, "The field 'partialFilterExpression' must be an object");
    if (spec.sparse)
      throw new MongoError(codes.cannotCreateIndex, "cannot mix 'partialFilterExpression' and 'sparse' options");
    checkPartial(parseFilter(value.partialFilterExpression));
    spec.partialFilterExpression = value.partialFilterExpression;
  }
  return spec;
}

const sameKey = (a: Document, b: Document): boolean => equal(a, b);
const optionsOf = (meta: IndexSpec): Doc => ({
  unique: meta.unique ?? false,
  sparse: meta.sparse ?? false,
  expire: meta.expireAfterSeconds ?? null,
  partial: meta.partialFilterExpression ?? null,
});

/** Whether the index is there already; throws when one stands in its way. */
function exists(collection: Collection, spec: IndexSpec): boolean {
  if (sameKey(spec.key, { _id: 1 })) return true;
  for (const { meta } of collection.indexes) {
    const identical = sameKey(meta.key, spec.key) && equal(optionsOf(meta), optionsOf(spec));
    if (meta.name === spec.name) {
      if (identical) return true;
      const onlyExpiry =
        sameKey(meta.key, spec.key) && equal({ ...optionsOf(meta), expire: 0 }, { ...optionsOf(spec), expire: 0 });
      const code = onlyExpiry ? codes.indexOptionsConflict : codes.indexKeySpecsConflict;
      throw new MongoError(
        code,
        `An existing index has the same name as the requested index. Requested index: ${show(spec)}, existing index: ${show(indexDoc(meta))}`,
      );
    }
    if (identical)
      throw new MongoError(codes.indexOptionsConflict, `Index already exists with a different name: ${meta.name}`);
    if (
      sameKey(meta.key, spec.key) &&
      equal(meta.partialFilterExpression ?? null, spec.partialFilterExpression ?? null)
    ) {
      throw new MongoError(
        codes.indexOptionsConflict,
        `An equivalent index already exists with different options: ${meta.name}`,
      );
    }
  }
  return false;
}

function indexDoc(meta: IndexSpec): Document {
  const { name, key, unique, sparse, partialFilterExpression, expireAfterSeconds, hidden } = meta;
  const options = {
    unique: name === '_id_' ? undefined : unique,
    sparse,
    partialFilterExpression,
    expireAfterSeconds,
    hidden,
  };
  return { v: 2, key, name, ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) };
}

/** One build at a time, so that two requests for the same index make one. */
let building: Promise<unknown> = Promise.resolve();

export const createIndexes: Command = {
  fields: ['indexes', 'commitQuorum'],
  async run(request) {
    const ns = namespace(request, 'createIndexes');
    const { catalog } = request.services;
    const specs = requireArrayField(request.body, 'indexes').map(parseIndex);
    if (specs.length === 0) throw badValue('Must specify at least one index to create');
    const created = !catalog.get(ns);
    const work = building.then(async () => {
      const collection = await catalog.store.write(() => catalog.ensure(ns));
      const before = collection.indexes.length;
      for (const spec of specs) if (!exists(collection, spec)) await catalog.build(collection, spec);
      const after = collection.indexes.length;
      const note = before === after ? { note: 'all indexes already exist' } : {};
      return {
        numIndexesBefore: before,
        numIndexesAfter: after,
        createdCollectionAutomatically: created,
        ...note,
        ok: 1,
      };
    });
    building = work.catch(() => undefined);
    return work;
  },
};

function requireCollection(request: Request, field: string): Collection {
  const ns = namespace(request, field);
  const collection = request.services.catalog.get(ns);
  if (!collection) throw new MongoError(codes.namespaceNotFound, `ns does not exist: ${ns}`);
  return collection;
}

export const listIndexes: Command = {
  fields: ['cursor'],
  async run(request) {
    const collection = requireCollection(request, 'listIndexes');
    const docs = collection.indexes.filter((index) => index.meta.ready).map((index) => encode(indexDoc(index.meta)));
    return cursorReply('firstBatch', docs, Long.ZERO, collection.ns);
  },
};

export const dropIndexes: Command = {
  fields: ['index'],
  async run(request) {
    const { catalog } = request.services;
    return catalog.store.write(() => {
      const collection = requireCollection(request, 'dropIndexes');
      const before = collection.indexes.length;
      for (const index of indexesToDrop(collection, request.body.index)) {
        if (index.meta.name === '_id_') throw new MongoError(codes.invalidOptions, 'cannot drop _id index');
        catalog.dropIndex(collection, index);
      }
      return { nIndexesWas: before, ok: 1 };
    });
  },
};

function indexesToDrop(collection: Collection, which: Value): Index[] {
  if (which === '*') return collection.indexes.filter((index) => index.meta.name !== '_id_');
  return (Array.isArray(which) ? which : [which]).map((wanted) => {
    const index = collection.indexes.find(({ meta }) =>
      typeof wanted === 'string' ? meta.name === wanted : isDoc(wanted) && sameKey(meta.key, wanted),
    );
    if (!index)
      throw new MongoError(
        codes.indexNotFound,
        typeof wanted === 'string'
          ? `index not found with name [${wanted}]`
          : `can't find index with key: ${show(wanted)}`,
      );
    return index;
  });
}

export const create: Command = {
  fields: ['autoIndexId', 'capped', 'validator', 'viewOn', 'timeseries'],
  async run(request) {
    for (const option of ['capped', 'validator', 'viewOn', 'timeseries']) {
      const value = request.body[option];
      if (value !== undefined && value !== false) throw unsupported(`The create option ${option}`);
    }
    const ns = namespace(request, 'create');
    const { catalog } = request.services;
    await catalog.store.write(() => {
      if (!catalog.get(ns)) catalog.ensure(ns);
    });
    return { ok: 1 };
  },
};

export const drop: Command = {
  fields: [],
  async run(request) {
    const ns = namespace(request, 'drop');
    const { catalog } = request.services;
    return catalog.store.write((): Document => {
      const collection = catalog.get(ns);
      if (!collection) return { ok: 1 };
      const nIndexesWas = collection.indexes.length;
      catalog.drop(collection);
      return { nIndexesWas, ns, ok: 1 };
    });
  },
};

export const dropDatabase: Command = {
  fields: [],
  async run({ db, services: { catalog } }) {
    return catalog.store.write(() => {
      for (const collection of [...catalog.collections.values()])
        if (collection.ns.startsWith(`${db}.`)) catalog.drop(collection);
      return { dropped: db, ok: 1 };
    });
  },
};

export const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  async run(request) {
    const { body, db, services } = request;
    const matches = matcher(isDoc(body.filter) ? body.filter : {});
    const cursor = isDoc(body.cursor) ? body.cursor : {};
    const docs = [...services.catalog.collections.keys()]
      .filter((ns) => ns.startsWith(`${db}.`))
      .map(
        (ns): Doc => ({
          name: ns.slice(db.length + 1),
          type: 'collection',
          options: {},
          info: { readOnly: false },
          idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
        }),
      )
      .filter((doc) => matches(doc))
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
      .map((doc) => encode(flag(body.nameOnly) ? { name: doc.name, type: doc.type } : doc));
    function* steps(): Generator<Uint8Array> {
      yield* docs;
    }
    return firstBatch(request, `${db}.$cmd.listCollections`, steps(), integer(cursor, 'batchSize', 1000));
  },
};

export const listDatabases: Command = {
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  run({ body, services }) {
    const matches = matcher(isDoc(body.filter) ? body.filter : {});
    const names = [
      ...new Set([...services.catalog.collections.keys()].map((ns) => ns.slice(0, ns.indexOf('.')))),
    ].sort();
    const databases = names.map((name): Doc => ({ name, sizeOnDisk: 0, empty: false })).filter((doc) => matches(doc));
    if (flag(body.nameOnly)) return { databases: databases.map(({ name }) => ({ name })), ok: 1 };
    return { databases, totalSize: 0, totalSizeMb: 0, ok: 1 };
  },
};
