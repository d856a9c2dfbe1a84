import { decode } from '../bson/values.js';
import { query, run } from '../planner/execute.js';
import { choosePlan } from '../planner/planner.js';
import { type Filter, match, parseFilter } from '../query/matcher.js';
import type { Catalog } from './catalog.js';
import type { Collection, Index } from './collection.js';

/** Deletes the documents whose TTL index says that they have expired; an array of dates expires with its earliest. */
async function expire(collection: Collection, index: Index): Promise<void> {
  const [path] = Object.keys(index.meta.key);
  const limit = new Date(Date.now() - index.meta.expireAfterSeconds! * 1000);
  const own: Filter = parseFilter({ [path!]: { $lte: limit } });
  const filter: Filter = index.partial ? { kind: 'and', filters: [own, index.partial] } : own;
  const ids: number[] = [];
  const plan = choosePlan(collection, { filter, hint: index.meta.name });
  await run(query(collection, plan, { filter }, { keysExamined: 0, docsExamined: 0 }), (row) => ids.push(row.id) > 0);
  while (ids.length > 0) {
    const some = ids.splice(0, 50);
    await collection.store.write(() => {
      for (const id of some) {
        const bytes = collection.dropped ? undefined : collection.read(id);
        const doc = bytes && decode(bytes);
        if (doc && match(filter, doc)) collection.remove(id, doc);
      }
    });
  }
}

export async function expireDocuments(catalog: Catalog): Promise<void> {
  for (const collection of [...catalog.collections.values()]) {
    for (const index of collection.indexes)
      if (index.meta.ready && index.meta.expireAfterSeconds !== undefined) await expire(collection, index);
  }
}

/** Empties what was dropped, bit by bit between other work. */
export async function purgeDropped(catalog: Catalog): Promise<void> {
  while (await catalog.store.write(() => catalog.purgeSome())) await new Promise((resolve) => setImmediate(resolve));
}
