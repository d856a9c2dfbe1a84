import { type Document, Long } from 'bson';
import { equal } from '../bson/keys.js';
import { type Doc, encode, isDoc, show, type Value } from '../bson/values.js';
import { badValue, codes, MongoError } from '../errors.js';
import { match, parseFilter } from '../query/matcher.js';
import type { Collection, Index } from '../storage/collection.js';
import { arrayField, type Command, documentField, flag, namespace, type Request } from './command.js';
import { cursorReply } from './cursors.js';
import { exists, indexDoc, parseIndex } from './index-spec.js';

/** One build at a time, so that two requests for the same index make one. */
let building: Promise<unknown> = Promise.resolve();

export const createIndexes: Command = {
  fields: ['indexes'],
  run(request) {
    const ns = namespace(request);
    const { catalog } = request.services;
    const specs = arrayField(request.body, 'indexes').map(parseIndex);
    if (specs.length === 0) throw badValue('Must specify at least one index to create');
    const work = building.then(async () => {
      const createdCollectionAutomatically = !catalog.get(ns);
      const collection = await catalog.store.write(() => catalog.ensure(ns));
      const numIndexesBefore = collection.indexes.length;
      for (const spec of specs) if (!exists(collection, spec)) await catalog.build(collection, spec);
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
