import { decode } from '../src/bson/values.js';
import { segmentKeys } from '../src/storage/key-counts.js';
import { collection, counted, expectRight, groups, random, store, useCountedCollection } from './counted-collection.js';

const documents = 3 * segmentKeys;

useCountedCollection(documents);

it('counts from keys stay correct while documents are removed and replaced', async () => {
  expectRight();
  for (let round = 0; round < 2; round++) {
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

it('counts from keys exclude a transaction that was rolled back', async () => {
  const before = counted({ group: 'b' });
  const failing = store.write(() => {
    for (let added = 0; added < 50; added++) collection().insert({ _id: `lost${added}`, group: 'b', rank: 1 });
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(counted({ group: 'b' })).toBe(before);
  await store.write(() => collection().insert({ _id: 'kept', group: 'b', rank: 1 }));
  expect(counted({ group: 'b' })).toBe(before + 1);
});
