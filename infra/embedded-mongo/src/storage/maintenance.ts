import { collect, readMatch, searchIds } from '../planner/execute.js';
import { parseFilter } from '../query/matcher.js';
import type { Catalog } from './catalog.js';
import type { Collection, Index } from './collection.js';

/** Deletes expired documents of a TTL index; an array of dates expires with its earliest date. */
async function expire(collection: Collection, index: Index, seconds: number): Promise<void> {
  const expired = parseFilter({ [index.fields[0]!.path]: { $lte: new Date(Date.now() - seconds * 1000) } });
  const filter = index.partial ? { kind: 'and' as const, filters: [expired, index.partial] } : expired;
  const ids = await collect(searchIds(collection, { filter, hint: index.meta.name }));
  while (ids.length > 0) {
    const some = ids.splice(0, 50);
    await collection.store.write(() => {
      for (const id of some) {
        const row = readMatch(collection, id, filter);
        if (row) collection.remove(id, row.doc);
      }
    });
  }
}

export async function expireDocuments(catalog: Catalog): Promise<void> {
  for (const collection of [...catalog.collections.values()]) {
    for (const index of collection.indexes) {
      const { ready, expireAfterSeconds } = index.meta;
      if (ready && expireAfterSeconds !== undefined) await expire(collection, index, expireAfterSeconds);
    }
  }
}

export async function purgeDropped(catalog: Catalog): Promise<void> {
  while (await catalog.store.write(() => catalog.purgeSome())) await new Promise((resolve) => setImmediate(resolve));
}
