/**
 * Changes thousands of documents in many transactions, and compares counts with all documents after each.
 * @subject infra/embedded-mongo/src/storage/key-counts.ts infra/embedded-mongo/src/storage/store.ts
 * @subject infra/embedded-mongo/src/planner/execute.ts
 * @everyday infra/embedded-mongo/test/key-counts.spec.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { successor } from '../src/bson/keys.js';
import { decode } from '../src/bson/values.js';
import { countSteps } from '../src/planner/execute.js';
import { parseFilter } from '../src/query/matcher.js';
import { Catalog } from '../src/storage/catalog.js';
import type { Collection } from '../src/storage/collection.js';
import { segmentKeys } from '../src/storage/key-counts.js';
import { recordIdOf, Store, spaceKey } from '../src/storage/store.js';

const ns = 'test.counted';
const documents = 9 * segmentKeys;
const groups = ['a', 'b', 'c'];

let folder: string;
let store: Store;
let catalog: Catalog;
let seed = 1;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};

const collection = (): Collection => catalog.get(ns)!;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-counts-'));
  store = new Store(folder);
  catalog = new Catalog(store);
  await store.write(() => catalog.ensure(ns));
  await catalog.build(collection(), [{ name: 'by group and rank', key: { group: 1, rank: 1 } }], () => 0);
  for (let from = 0; from < documents; from += 500)
    await store.write(() => {
      for (let id = from; id < from + 500 && id < documents; id++)
        collection().insert({ _id: id, group: groups[id % 5] ?? 'b', rank: random(1_000) });
    });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function counted(filter: Record<string, unknown>): number {
  let count = 0;
  for (const step of countSteps(collection(), { filter: parseFilter(filter) })) count = step ?? count;
  return count;
}

/** Compares counts from keys with counts from all documents. */
function expectRight(): void {
  const from = spaceKey(collection().meta.space);
  const stored = store
    .keys(from, successor(from), 1_000_000)
    .map((key) => decode(collection().read(recordIdOf(key))!) as { group: string; rank: number });
  const among = (matches: (doc: { group: string; rank: number }) => boolean) => stored.filter(matches).length;
  for (const name of groups) expect(counted({ group: name })).toBe(among(({ group }) => group === name));
  expect(counted({ group: 'b', rank: { $gte: 100, $lt: 901 } })).toBe(
    among(({ group, rank }) => group === 'b' && rank >= 100 && rank < 901),
  );
  expect(counted({ group: { $in: ['a', 'c'] } })).toBe(among(({ group }) => group !== 'b'));
  expect(counted({ group: 'none' })).toBe(0);
}

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
