import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { comments } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

type Key = CallInput<typeof contentTrash.restore>;

const list = (query: CallInput<typeof contentTrash.list> = {}) => world.call(contentTrash.list, query);
const restore = (type: Key['type'], id: string) => world.call(contentTrash.restore, { type, id });
const shown = async (id: string) => (await world.call(comments.list, { id })).items.map((comment) => comment.id);
const count = async (slug: string) => (await world.call(posts.read, { slug })).comments_count;
const refused = (code: string) => ({ code });
const waitForChange = (topic: string, id: string, act: string) =>
  waitFor(`${topic} ${act}`, async () =>
    (await world.liveChanges()).some((change) => change.topic === topic && change.id === id && change.act === act),
  );

it('lists deleted records of all types, latest first, each with a title and a detail', async () => {
  const post = await world.createPost({ title: 'A post', slug: 'a-post' });
  const draft = await world.createPost({ title: 'A draft', published: false });
  const comment = await world.submitComment(post.id, { author_name: 'Ada', content: 'Well said.' });
  const bookmark = await world.call(bookmarks.create, { title: 'A page', url: 'https://example.com/' });
  const testimonial = await world.call(testimonials.create, { name: 'Grace', content: 'It works.', company: 'Navy' });
  await world.call(testimonials.delete, { id: testimonial.id });
  await world.call(bookmarks.delete, { id: bookmark.id });
  await world.call(comments.delete, { id: comment });
  await world.call(posts.delete, { id: draft.id });
  await world.call(posts.delete, { id: post.id });
  const { items, total, next } = await list();
  expect(items).toMatchObject([
    { type: 'blog_posts', id: post.id, title: 'A post', detail: '/blog/a-post' },
    { type: 'blog_posts', id: draft.id, title: 'A draft', detail: 'Draft' },
    { type: 'blog_comments', id: comment, title: 'Ada', detail: 'Well said.' },
    { type: 'bookmarks', id: bookmark.id, title: 'A page', detail: 'https://example.com/' },
    { type: 'testimonials', id: testimonial.id, title: 'Grace', detail: 'Navy' },
  ]);
  expect([total, next]).toEqual([5, null]);
  expect(await list({ type: 'blog_posts', limit: 1 })).toMatchObject({ items: [{ id: post.id }], total: 2 });
});

it('restores a post with its comments and its URL, and invalidates caches', async () => {
  const { id, slug } = await world.createPost({ slug: 'come-back' });
  const comment = await world.submitApprovedComment(id);
  await world.call(posts.delete, { id });
  await expect(world.call(posts.read, { slug })).rejects.toMatchObject(refused('not_found'));
  world.invalidatedTags.length = 0;
  expect(await restore('blog_posts', id)).toEqual({ type: 'blog_posts', id });
  expect(world.invalidatedTags).toEqual(['posts']);
  expect(await world.call(posts.read, { slug })).toMatchObject({ id, comments_count: 1 });
  expect(await shown(id)).toEqual([comment]);
  await waitForChange('blog_posts', id, 'restored');
});

it('refuses to restore a post whose slug has been taken', async () => {
  const { id } = await world.createPost({ slug: 'taken' });
  await world.call(posts.delete, { id });
  const other = await world.createPost({ slug: 'taken' });
  await expect(restore('blog_posts', id)).rejects.toMatchObject({
    code: 'slug_taken',
    status: 409,
    errors: [{ path: 'slug', message: 'Another post has this slug' }],
  });
  expect((await list()).items).toMatchObject([{ id }]);
  expect(await world.call(posts.read, { slug: 'taken' })).toMatchObject({ id: other.id });
});

it('restores an approved comment with its replies and updates the post’s count', async () => {
  const { id: postId, slug } = await world.createPost({ slug: 'discussed' });
  const comment = await world.submitApprovedComment(postId);
  const reply = await world.submitApprovedComment(postId, { parent_comment_id: comment });
  await world.call(comments.delete, { id: comment });
  expect([await count(slug), await shown(postId)]).toEqual([0, []]);
  world.invalidatedTags.length = 0;
  await restore('blog_comments', comment);
  expect(world.invalidatedTags).toContain('comments');
  expect([await count(slug), await shown(postId)]).toEqual([2, [comment, reply]]);
  await waitForChange('blog_comments', comment, 'restored');
});

it('restores a pending comment as pending, without showing it publicly', async () => {
  const { id: postId } = await world.createPost();
  const id = await world.submitComment(postId);
  await world.call(comments.delete, { id });
  world.invalidatedTags.length = 0;
  await restore('blog_comments', id);
  expect(world.invalidatedTags).toEqual([]);
  expect((await world.call(comments.listAll, { status: 'pending' })).items).toMatchObject([{ id }]);
  expect(await shown(postId)).toEqual([]);
  await waitForChange('blog_comments', id, 'restored');
});

it('restores bookmarks and testimonials to the public lists', async () => {
  const bookmark = await world.call(bookmarks.create, {
    title: 'A page',
    url: 'https://example.com/',
    tags: ['x', ''],
  });
  const testimonial = await world.call(testimonials.create, { name: 'Grace', content: 'It works.' });
  await world.call(bookmarks.delete, { id: bookmark.id });
  await world.call(testimonials.delete, { id: testimonial.id });
  world.invalidatedTags.length = 0;
  await restore('bookmarks', bookmark.id);
  await restore('testimonials', testimonial.id);
  expect(world.invalidatedTags).toEqual(['bookmarks', 'testimonials']);
  expect((await world.call(bookmarks.list, {})).items).toMatchObject([{ id: bookmark.id, tags: ['x', ''] }]);
  expect((await world.call(testimonials.list, {})).items).toMatchObject([{ id: testimonial.id }]);
  await waitForChange('bookmarks', bookmark.id, 'restored');
  await waitForChange('testimonials', testimonial.id, 'restored');
  expect((await list()).total).toBe(0);
});

it('purges one or all deleted records, and never an active one', async () => {
  const active = await world.call(bookmarks.create, { title: 'Stays', url: 'https://example.com/' });
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await world.call(bookmarks.create, { title, url: 'https://example.com/' });
    await world.call(bookmarks.delete, { id });
    ids.push(id);
  }
  const purge = (id: string) => world.call(contentTrash.purge, { type: 'bookmarks', id });
  expect(await purge(ids[0]!)).toEqual({ type: 'bookmarks', id: ids[0] });
  await expect(restore('bookmarks', ids[0]!)).rejects.toMatchObject(refused('not_found'));
  await expect(purge(active.id)).rejects.toMatchObject(refused('not_found'));
  await expect(purge(randomUUID())).rejects.toMatchObject(refused('not_found'));
  expect(await world.call(contentTrash.empty, {})).toEqual({ purged: 2 });
  expect(await world.collection('bookmarks').distinct('_id')).toEqual([active.id]);
});

it('refuses record types of other services', async () => {
  await expect(restore('leads' as never, randomUUID())).rejects.toMatchObject(refused('validation_failed'));
  await expect(list({ type: 'leads' as never })).rejects.toMatchObject(refused('validation_failed'));
});
