import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { type EditedPost, type PostPatch, posts } from '@docfolio/contracts/entities/post';
import { maxRevisions, postRevisions } from '@docfolio/contracts/entities/post-revision';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';
import { purgeRevisions } from './revisions.jobs.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const patch = (id: string, changes: Partial<PostPatch>) => world.call(posts.patch, { id, ...changes });
const list = (id: string, query: Partial<CallInput<typeof postRevisions.list>> = {}) =>
  world.call(postRevisions.list, { id, ...query });
const titles = async (id: string) => (await list(id)).items.map(({ title }) => title);
async function save(post: EditedPost, ...names: string[]): Promise<EditedPost> {
  let saved = post;
  for (const title of names) saved = await patch(saved.id, { version: saved.version, title });
  return saved;
}

it('lists earlier texts of a post with who saved them and when', async () => {
  const first = await world.createPost({ title: 'One', content: 'Three words here.', tags: ['a'] });
  expect(await list(first.id)).toMatchObject({ items: [], total: 0 });
  const changed = { title: 'Two', content: 'Now four words here.', slug: 'two', tags: ['b'] };
  const second = await patch(first.id, { version: 1, ...changed });
  await patch(first.id, { version: 2, excerpt: 'Another.' });
  const { items, total } = await list(first.id);
  expect(total).toBe(2);
  const saved_by = 'owner@example.com';
  expect(items).toMatchObject([
    { version: 2, title: 'Two', slug: 'two', words: 4, post_id: first.id, saved_by },
    { version: 1, title: 'One', slug: first.slug, words: 3, tags: ['a'], saved_by },
  ]);
  // The text's time is read from the clock just before the record's.
  const difference = Date.parse(second.updated_at) - Date.parse(items[0]!.saved_at);
  expect(difference).toBeGreaterThanOrEqual(0);
  expect(difference).toBeLessThan(1_000);
  expect(items[0]).not.toHaveProperty('content');
  const whole = await world.call(postRevisions.get, { id: items[1]!.id });
  expect(whole).toEqual({ ...items[1], content: 'Three words here.' });
  expect(Date.parse(whole.saved_at)).toBeLessThan(Date.parse(second.updated_at));
});

it('stores no revision if a save leaves the text unchanged', async () => {
  const { id, title, content } = await world.createPost();
  await patch(id, { featured: true });
  await patch(id, { published: false });
  await patch(id, { version: 3, title, content, read_time: 'A coffee' });
  expect(await titles(id)).toEqual([]);
  await patch(id, { version: 4, title: 'Another' });
  expect(await list(id)).toMatchObject({ items: [{ title, version: 4 }] });
});

it('does not list the current text as a revision after a refused save', async () => {
  await world.createPost({ slug: 'taken' });
  const { id } = await world.createPost({ title: 'Mine' });
  await expect(patch(id, { version: 1, slug: 'taken', title: 'Yours' })).rejects.toMatchObject({ code: 'slug_taken' });
  expect(await titles(id)).toEqual([]);
  await patch(id, { featured: true });
  await patch(id, { version: 2, title: 'Ours' });
  // Stored once, although two saves tried to replace it.
  expect(await list(id)).toMatchObject({ items: [{ title: 'Mine', version: 2 }], total: 1 });
});

it('stores one revision per version under six concurrent saves', async () => {
  const { id } = await world.createPost({ title: 'Before' });
  const saves = Array.from({ length: 6 }, (_, number) => patch(id, { version: 1, title: `After ${number}` }));
  const settled = await Promise.allSettled(saves);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await titles(id)).toEqual(['Before']);
});

it('keeps the newest fifty revisions, across pages', async () => {
  const first = await world.createPost({ title: 'T0' });
  const last = await save(first, ...Array.from({ length: maxRevisions + 5 }, (_, number) => `T${number + 1}`));
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const { items, next, total } = await list(last.id, { limit: 20, ...(after && { after }) });
    seen.push(...items.map(({ version }) => version));
    expect(total).toBe(maxRevisions);
    after = next ?? undefined;
  } while (after);
  expect(seen).toEqual(Array.from({ length: maxRevisions }, (_, index) => last.version - 1 - index));
});

it('restores an earlier text when it is saved again', async () => {
  const post = await save(await world.createPost({ title: 'One' }), 'Two', 'Three');
  const { items } = await list(post.id);
  const { title } = await world.call(postRevisions.get, { id: items[1]!.id });
  await save(post, title);
  expect(await world.call(posts.get, { id: post.id })).toMatchObject({ title: 'One', version: 4 });
  expect(await titles(post.id)).toEqual(['Three', 'Two', 'One']);
});

it('keeps revisions of a post in the trash and purges them with the post', async () => {
  const [post, other] = [await save(await world.createPost(), 'Two'), await save(await world.createPost(), 'Other')];
  const [revision] = (await list(post.id)).items;
  await world.call(posts.delete, { id: post.id });
  await expect(list(post.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.call(postRevisions.get, { id: revision!.id })).rejects.toMatchObject({ code: 'not_found' });
  await world.call(contentTrash.restore, { type: 'blog_posts', id: post.id });
  expect((await list(post.id)).items).toEqual([revision]);
  await world.call(posts.delete, { id: post.id });
  await world.call(contentTrash.purge, { type: 'blog_posts', id: post.id });
  await world.jobs.add(purgeRevisions, {});
  const left = () => world.collection('post_revisions').distinct('post_id');
  await waitFor('the revisions are purged', async () => !(await left()).includes(post.id));
  expect(await left()).toEqual([other.id]);
});

it('responds not_found to unknown posts and revisions', async () => {
  await expect(list(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.call(postRevisions.get, { id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.call(postRevisions.get, { id: 'abc' })).rejects.toMatchObject({ code: 'validation_failed' });
});
