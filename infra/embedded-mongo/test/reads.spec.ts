import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distinctSteps } from '../src/planner/distinct.js';
import { search } from '../src/planner/execute.js';
import { parseFilter } from '../src/query/matcher.js';
import { Catalog } from '../src/storage/catalog.js';
import type { Collection } from '../src/storage/collection.js';
import { Store } from '../src/storage/store.js';

let folder: string;
let store: Store;
let collection: Collection;
const groups = ['a', 'b', 'c'];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-reads-'));
  store = new Store(folder);
  const catalog = new Catalog(store);
  collection = await store.write(() => catalog.ensure('test.reads'));
  await catalog.build(collection, [{ name: 'by group', key: { state: 1, group: 1 } }], () => 0);
  await catalog.build(collection, [{ name: 'by slug', key: { slug: 1 }, unique: true }], () => 0);
  await store.write(() => {
    for (let id = 0; id < 300; id++)
      collection.insert({ _id: id, slug: `slug ${id}`, state: id % 2, group: groups[id % 3], n: id });
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

it('distinct reads one document for each value that follows the filter in an index', () => {
  const peek = jest.spyOn(collection, 'peek');
  const steps = distinctSteps(collection, { filter: parseFilter({ state: 1 }) }, ['group']);
  expect([...steps].flatMap((step) => step?.value ?? [])).toEqual(groups);
  expect(peek).toHaveBeenCalledTimes(groups.length);
});

it.each([{ _id: 7 }, { slug: 'slug 7', state: 1 }])('a look-up by %j in a unique index counts no keys', (query) => {
  const [count, at] = [jest.spyOn(store, 'countKeys'), jest.spyOn(store, 'keyAt')];
  const rows = [...search(collection, { filter: parseFilter(query) })].filter((row) => row !== null);
  expect(rows.map((row) => row.doc)).toMatchObject([{ _id: 7, slug: 'slug 7' }]);
  expect(count).not.toHaveBeenCalled();
  expect(at).not.toHaveBeenCalled();
});

it('an update writes the document and the keys that it changes, no other keys', () => {
  const read = (id: number) =>
    [...search(collection, { filter: parseFilter({ _id: id }) })].find((row) => row !== null)!;
  const { id, doc, bytes } = read(7);
  const [put, remove] = [jest.spyOn(store, 'put'), jest.spyOn(store, 'remove')];
  store.transact(() => collection.replace(id, doc, bytes, { ...doc, n: -1 }));
  expect([put.mock.calls.length, remove.mock.calls.length]).toEqual([1, 0]);
  const changed = read(7);
  store.transact(() => collection.replace(id, changed.doc, changed.bytes, { ...changed.doc, group: 'd' }));
  expect([put.mock.calls.length, remove.mock.calls.length]).toEqual([3, 1]);
  expect([...search(collection, { filter: parseFilter({ state: 1, group: 'd' }) })].filter(Boolean)).toHaveLength(1);
});
