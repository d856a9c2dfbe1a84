import { randomUUID } from 'node:crypto';
import { posts } from '@docfolio/contracts/entities/post';
import { postPreviews, previewLifetime } from '@docfolio/contracts/entities/post-preview';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';
import { purgePreviews } from './previews.jobs.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

async function link(id: string): Promise<string> {
  const { path } = await world.call(postPreviews.create, { id });
  return path.replace('/blog/preview/', '');
}
const read = (token: string) => world.call(postPreviews.read, { token });
const notFound = { code: 'not_found' };

it('previews the current state of a draft exactly as it will be published', async () => {
  const content = '## Why\n\nBecause *so*.\n\n<script>alert(1)</script>';
  const draft = await world.createPost({ published: false, content });
  const { path, expires_at } = await world.call(postPreviews.create, { id: draft.id });
  expect(path).toMatch(/^\/blog\/preview\/[\w-]{43}$/);
  const days = (Date.parse(expires_at) - Date.now()) / (24 * 60 * 60_000);
  expect(days).toBeCloseTo(previewLifetime, 2);
  const preview = await read(path.slice('/blog/preview/'.length));
  expect(preview).toMatchObject({ published: false, published_at: draft.updated_at, expires_at, content });
  const edited = await world.call(posts.patch, { id: draft.id, version: 1, title: 'Better' });
  const token = await link(draft.id);
  expect(await read(token)).toMatchObject({ title: 'Better', published_at: edited.updated_at });
  await world.call(posts.patch, { id: draft.id, published: true });
  const { expires_at: _, published, ...shown } = await read(token);
  expect(published).toBe(true);
  expect(shown).toEqual(await world.call(posts.read, { slug: draft.slug }));
});

it('ends a preview when it expires or its post is deleted', async () => {
  const { id } = await world.createPost({ published: false });
  const [token, other] = [await link(id), await link(id)];
  await world.collection('post_previews').updateMany({}, { $set: { expires_at: new Date(Date.now() - 1) } });
  await expect(read(token)).rejects.toMatchObject(notFound);
  await expect(read(other)).rejects.toMatchObject(notFound);
  const third = await link(id);
  await world.call(posts.delete, { id });
  await expect(read(third)).rejects.toMatchObject(notFound);
  await world.call(contentTrash.restore, { type: 'blog_posts', id });
  expect(await read(third)).toMatchObject({ id });
});

it('stores only a hash of the preview token', async () => {
  const { id } = await world.createPost({ published: false });
  const token = await link(id);
  const [stored] = await world.collection('post_previews').find().toArray();
  expect(JSON.stringify(stored)).not.toContain(token);
  await expect(read(stored!._id.slice(0, 43))).rejects.toMatchObject(notFound);
  expect(new Set([token, await link(id), await link(id)]).size).toBe(3);
});

it('responds not_found to unknown tokens and to links for unknown posts', async () => {
  await expect(read('x'.repeat(43))).rejects.toMatchObject(notFound);
  await expect(read('short')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(world.call(postPreviews.create, { id: randomUUID() })).rejects.toMatchObject(notFound);
});

it('purges preview links with their purged post', async () => {
  const [{ id }, other] = [await world.createPost({ published: false }), await world.createPost({ published: false })];
  for (const post of [id, other.id]) await link(post);
  await world.call(posts.delete, { id });
  await world.call(contentTrash.purge, { type: 'blog_posts', id });
  await world.jobs.add(purgePreviews, {});
  const left = () => world.collection('post_previews').distinct('post_id');
  await waitFor('the link is purged', async () => !(await left()).includes(id));
  expect(await left()).toEqual([other.id]);
});
