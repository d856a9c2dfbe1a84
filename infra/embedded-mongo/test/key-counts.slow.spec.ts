/**
 * Changes thousands of documents in many transactions, and compares counts with all documents after each.
 * @subject infra/embedded-mongo/src/storage/key-counts.ts infra/embedded-mongo/src/storage/store.ts
 * @subject infra/embedded-mongo/src/planner/execute.ts
 * @everyday infra/embedded-mongo/test/key-counts.spec.ts
 */
import { decode } from '../src/bson/values.js';
import { segmentKeys } from '../src/storage/key-counts.js';
import { collection, expectRight, groups, random, store, useCountedCollection } from './counted-collection.js';

const documents = 9 * segmentKeys;

useCountedCollection(documents);

it('counts from keys stay correct while documents are removed and replaced', async () => {
  expectRight();
  for (let round = 0; round < 6; round++) {
    await store.write(() => {
      for (let change = 0; change < 800; change++) {
        const id = 1 + random(documents - 1);
        const bytes = collection().read(id);
        if (!bytes) continue;
        const doc = decode(bytes);
        if (change % 3 === 0) collection().remove(id, doc);
        else collection().replace(id, doc, bytes, { ...doc, group: groups[random(3)], rank: random(1_000) });
      }
    });
    expectRight();
  }
});

it('counts from keys stay correct while one value grows by 6,000 documents', async () => {
  expectRight();
  for (let round = 0; round < 12; round++)
    await store.write(() => {
      for (let added = 0; added < 500; added++)
        collection().insert({ _id: `n${round}-${added}`, group: 'b', rank: 500 });
    });
  expectRight();
});
