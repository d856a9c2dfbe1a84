import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { type BookmarkListQuery, bookmarks } from '@docfolio/contracts/entities/bookmark';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const add = (fields: Partial<CallInput<typeof bookmarks.create>> = {}) =>
  world.call(bookmarks.create, { title: 'A page', url: 'https://example.com/', ...fields });
const list = (query: Partial<BookmarkListQuery> = {}) => world.call(bookmarks.listAll, query);
const titles = async (query: Partial<BookmarkListQuery> = {}) => (await list(query)).items.map(({ title }) => title);
const refused = (code: string) => ({ code });

it('stores a bookmark unchanged, including blank tags, and shows it publicly', async () => {
  const tags = ['node', '', '<b>bold</b>', 'نادية 👩🏽‍💻', ''];
  const made = await add({ tags, description: '', category: null, url: 'http://example.com/a?b=c#d' });
  expect(made).toMatchObject({
    tags,
    description: null,
    category: null,
    url: 'http://example.com/a?b=c#d',
    version: 1,
  });
  expect(await world.call(bookmarks.get, { id: made.id })).toEqual(made);
  const [shown] = (await world.call(bookmarks.list, {})).items;
  expect(shown).toMatchObject({ id: made.id, tags });
  expect(shown).not.toHaveProperty('version');
});

it.each([
  ['javascript:alert(1)'],
  ['JavaScript://example.com/%0aalert(1)'],
  ['data:text/html,hello'],
  ['file:///etc/passwd'],
  ['//example.com'],
  ['example.com'],
  ['https://'],
  ['https://user:secret@example.com/'],
])('rejects the URL %s when creating and when editing a bookmark', async (url) => {
  const wrong = { code: 'validation_failed', errors: [{ path: 'url', message: 'Invalid URL' }] };
  await expect(add({ url })).rejects.toMatchObject(wrong);
  const { id } = await add();
  await expect(world.call(bookmarks.patch, { id, version: 1, url })).rejects.toMatchObject(wrong);
  expect((await list()).items).toMatchObject([{ url: 'https://example.com/', version: 1 }]);
});

it.each([
  [{ title: '' }, 'title', 'Title is required'],
  [{ url: ' ' }, 'url', 'URL is required'],
  [{ category: 'videos' }, 'category', 'Unknown category'],
  [{ tags: ['NUL \0'] }, 'tags.0', expect.any(String)],
  [{ id: randomUUID() }, 'id', 'Unknown field'],
])('rejects a bookmark with %j', async (fields, path, message) => {
  await expect(add(fields as never)).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path, message }] });
  expect((await list()).total).toBe(0);
});

it('finds a bookmark by title, description or one tag, but not by a search that spans two tags', async () => {
  await add({ title: 'Node.js', description: 'A runtime', tags: ['javascript', 'server', ''] });
  await add({ title: 'Rust', description: 'A language', tags: ['systems'] });
  expect(await titles({ search: 'node.JS' })).toEqual(['Node.js']);
  expect(await titles({ search: 'language' })).toEqual(['Rust']);
  expect(await titles({ search: 'SYSTEM' })).toEqual(['Rust']);
  expect(await titles({ search: 'se' })).toEqual(['Node.js']);
  expect(await titles({ search: 'javascript,server' })).toEqual([]);
  expect(await titles({ search: 'javascriptserver' })).toEqual([]);
});

it('finds an edited bookmark by its new tags only', async () => {
  const { id } = await add({ tags: ['before'] });
  await world.call(bookmarks.patch, { id, version: 1, tags: ['after'] });
  expect(await titles({ search: 'before' })).toEqual([]);
  expect(await titles({ search: 'after' })).toEqual(['A page']);
});

it('filters bookmarks by category, sorts them and pages through them', async () => {
  for (const [title, category] of [
    ['beta', 'tools'],
    ['Alpha', 'articles'],
    ['gamma', 'tools'],
    ['Delta', null],
  ] as const)
    await add({ title, category });
  expect(await titles()).toEqual(['Delta', 'gamma', 'Alpha', 'beta']);
  expect(await titles({ sort: 'title' })).toEqual(['Alpha', 'beta', 'Delta', 'gamma']);
  expect(await titles({ category: 'tools', sort: '-title' })).toEqual(['gamma', 'beta']);
  const { items, next, total } = await list({ sort: 'title', limit: 3 });
  const rest = await list({ sort: 'title', limit: 3, after: next! });
  expect([...items, ...rest.items].map(({ title }) => title)).toEqual(['Alpha', 'beta', 'Delta', 'gamma']);
  expect([total, rest.next]).toEqual([4, null]);
  await expect(list({ sort: '-title', after: next! })).rejects.toMatchObject(refused('validation_failed'));
});

it('uses an index for every filter and sort of the bookmark list', async () => {
  for (let number = 0; number < 30; number++) await add({ title: `T${number}`, category: number % 2 ? 'tools' : null });
  const active = { deleted_at: null };
  for (const [filter, sort, index] of [
    [active, { created_at: -1, _id: -1 }, 'bookmarks_by_time'],
    [active, { 'sort_keys.title': -1, _id: -1 }, 'bookmarks_by_title'],
    [{ category: 'tools', ...active }, { created_at: 1, _id: 1 }, 'bookmarks_of_a_category_by_time'],
    [{ category: 'tools', ...active }, { 'sort_keys.title': 1, _id: 1 }, 'bookmarks_of_a_category_by_title'],
  ] as const) {
    const { queryPlanner } = await world.collection('bookmarks').find(filter).sort(sort).limit(5).explain();
    expect(JSON.stringify(queryPlanner)).toContain(`"${index}"`);
  }
});

it('features a bookmark without a version, but requires the current version for an edit', async () => {
  const { id } = await add();
  expect(await world.call(bookmarks.patch, { id, is_featured: true })).toMatchObject({ version: 2 });
  await expect(world.call(bookmarks.patch, { id, version: 1, title: 'Mine' })).rejects.toMatchObject({
    code: 'stale',
    current: { title: 'A page', version: 2 },
  });
  await expect(world.call(bookmarks.patch, { id, title: 'x' })).rejects.toMatchObject(refused('validation_failed'));
});

it('invalidates the public bookmark list before acknowledging a change, and notifies open CRMs', async () => {
  const { id } = await add();
  await world.call(bookmarks.patch, { id, is_featured: true });
  await world.call(bookmarks.delete, { id });
  expect(world.invalidatedTags).toEqual(['bookmarks', 'bookmarks', 'bookmarks']);
  await waitFor('three changes', async () => (await world.liveChanges()).length === 3);
  // The changes are sent in the background, so their order may differ.
  const acts = (await world.liveChanges()).map(({ topic, id, act }) => [topic, id, act].join(' '));
  expect(acts.toSorted()).toEqual(['changed', 'created', 'deleted'].map((act) => `bookmarks ${id} ${act}`));
  expect((await world.call(bookmarks.list, {})).items).toEqual([]);
});
