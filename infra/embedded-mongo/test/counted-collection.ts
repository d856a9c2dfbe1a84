import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { successor } from '../src/bson/keys.js';
import { decode } from '../src/bson/values.js';
import { countSteps } from '../src/planner/execute.js';
import { parseFilter } from '../src/query/matcher.js';
import { Catalog } from '../src/storage/catalog.js';
import type { Collection } from '../src/storage/collection.js';
import { recordIdOf, Store, spaceKey } from '../src/storage/store.js';

export const ns = 'test.counted';

export const groups = ['a', 'b', 'c'];

export let folder: string;

export let store: Store;

export let catalog: Catalog;

export let seed = 1;

export const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};

export const collection = (): Collection => catalog.get(ns)!;

export function counted(filter: Record<string, unknown>): number {
  let count = 0;
  for (const step of countSteps(collection(), { filter: parseFilter(filter) })) count = step ?? count;
  return count;
}

/** Compares counts from keys with counts from all documents. */
export function expectRight(): void {
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

/** Gives each test a collection of that many documents, with an index. */
export function useCountedCollection(documents: number): void {
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
}
