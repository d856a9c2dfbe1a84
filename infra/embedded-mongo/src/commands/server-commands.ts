import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Document } from 'bson';
import { Long } from 'bson';
import { successor } from '../bson/keys.js';
import type { Doc } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { collect, type Steps } from '../planner/execute.js';
import { match, parseFilter } from '../query/matcher.js';
import type { Collection } from '../storage/collection.js';
import { estimatedSize } from '../storage/estimated-size.js';
import { justAfter, spaceKey } from '../storage/store.js';
import { type Command, documentField, flag } from './command.js';

const version = '7.0.0';

export const buildInfo: Command = {
  fields: [],
  run: () => ({ version, versionArray: [7, 0, 0, 0], modules: [], bits: 64, storageEngines: ['lmdb'], ok: 1 }),
};

function* storedBytes({ store, meta, indexes }: Collection): Steps<number> {
  let bytes = 0;
  for (const space of [meta.space, ...indexes.map((index) => index.meta.space)]) {
    let from = spaceKey(space);
    const to = successor(from);
    for (let keys = store.keys(from, to, 500); keys.length > 0; keys = store.keys(from, to, 500)) {
      for (const key of keys) bytes += key.length + (store.peek(key)?.length ?? 0);
      from = justAfter(keys.at(-1)!);
      yield null;
    }
  }
  yield bytes;
}

export const listDatabases: Command = {
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  async run({ body, db, services, deadline }): Promise<Document> {
    if (db !== 'admin')
      throw new MongoError(codes.unauthorized, 'listDatabases may only be run against the admin database.');
    const filter = parseFilter(documentField(body, 'filter'));
    const sizes = new Map<string, number>();
    for (const collection of [...services.catalog.collections.values()]) {
      const name = collection.ns.slice(0, collection.ns.indexOf('.'));
      const [bytes = 0] = flag(body.nameOnly) ? [] : await collect(storedBytes(collection), deadline);
      sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    }
    const names = [...sizes.keys()].sort();
    if (flag(body.nameOnly))
      return { databases: names.map((name) => ({ name })).filter((doc: Doc) => match(filter, doc)), ok: 1 };
    const databases = names
      .map((name) => ({ name, sizeOnDisk: Long.fromNumber(sizes.get(name)!), empty: false }))
      .filter((doc: Doc) => match(filter, doc));
    const totalSize = databases.reduce((sum, each) => sum + each.sizeOnDisk.toNumber(), 0);
    return {
      databases,
      totalSize: Long.fromNumber(totalSize),
      totalSizeMb: Long.fromNumber(Math.floor(totalSize / 2 ** 20)),
      ok: 1,
    };
  },
};

/** Sizes are estimates, so that the command takes no longer with more documents. */
export const dbStats: Command = {
  fields: ['scale', 'freeStorage'],
  async run({ db, services: { catalog } }): Promise<Document> {
    const collections = [...catalog.collections.values()].filter(({ ns }) => ns.startsWith(`${db}.`));
    const sizes = collections.map(estimatedSize);
    const sum = (of: 'documents' | 'data' | 'indexes') => sizes.reduce((total, size) => total + size[of], 0);
    const { bsize, blocks, bavail } = await statfs(catalog.store.folder);
    const objects = sum('documents');
    return {
      db,
      collections: collections.length,
      views: 0,
      objects,
      avgObjSize: objects === 0 ? 0 : sum('data') / objects,
      dataSize: sum('data'),
      storageSize: sum('data'),
      indexes: collections.reduce((total, { indexes }) => total + indexes.length, 0),
      indexSize: sum('indexes'),
      totalSize: sum('data') + sum('indexes'),
      scaleFactor: 1,
      fsUsedSize: bsize * (blocks - bavail),
      fsTotalSize: bsize * blocks,
      ok: 1,
    };
  },
};

export const serverStatus: Command = {
  fields: [],
  ignoresOtherFields: true,
  run({ services }): Document {
    const uptime = process.uptime();
    const { rss, heapTotal } = process.memoryUsage();
    const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
    return {
      host: hostname(),
      version,
      process: 'embedded-mongo',
      pid: Long.fromNumber(process.pid),
      uptime,
      uptimeMillis: Long.fromNumber(Math.round(uptime * 1000)),
      uptimeEstimate: Long.fromNumber(Math.round(uptime)),
      localTime: new Date(),
      connections: { ...services.connections },
      mem: { bits: 64, resident: megabytes(rss), virtual: megabytes(heapTotal), supported: true },
      metrics: {
        commands: Object.fromEntries([...services.commands].map(([name, total]) => [name, { total }])),
      },
      storageEngine: { name: 'lmdb', persistent: true, readOnly: false },
      ok: 1,
    };
  },
};
