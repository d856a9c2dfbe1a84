import { randomUUID } from 'node:crypto';
import { bookmarks } from '@docfolio/contracts/bookmark';
import { comments } from '@docfolio/contracts/comment';
import type { CallInput } from '@docfolio/contracts/operation';
import { posts } from '@docfolio/contracts/post';
import { testimonials } from '@docfolio/contracts/testimonial';
import { contentTrash } from '@docfolio/contracts/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
}, 60_000);

afterAll(() => world?.stop());

beforeEach(() => world.clear());

type Key = CallInput<typeof contentTrash.restore>;

const list = (query: CallInput<typeof contentTrash.list> = {}) => world.call(contentTrash.list, query);
const restore = (type: Key['type'], id: string) => world.call(contentTrash.restore, { type, id });
const shown = async (id: string) => (await world.call(comments.list, { id })).items.map((comment) => comment.id);
const count = async (slug: string) => (await world.call(posts.read, { slug })).comments_count;
const refused = (code: string) => ({ code });
/** What open CRMs hear of a record, in the end. */
const heard = (topic: string, id: string, act: string) =>
  waitFor(`${topic} ${act}`, async () =>
    (await world.told()).some((told) => told.topic === topic && told.id === id && told.act === act),
  );

it('shows what has been deleted of all kinds, the latest first, each by what names it', async () => {
  const post = await world.write({ title: 'A post', slug: 'a-post' });
  const draft = await world.write({ title: 'A draft', published: false });
  const comment = await world.comment(post.id, { author_name: 'Ada', content: 'Well said.' });
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

it('gives a post back with its comments, at its address, and its readers find it', async () => {
  const { id, slug } = await world.write({ slug: 'come-back' });
  const comment = await world.approvedComment(id);
  await world.call(posts.delete, { id });
  await expect(world.call(posts.read, { slug })).rejects.toMatchObject(refused('not_found'));
  world.dropped.length = 0;
  expect(await restore('blog_posts', id)).toEqual({ type: 'blog_posts', id });
  expect(world.dropped).toEqual(['posts']);
  expect(await world.call(posts.read, { slug })).toMatchObject({ id, comments_count: 1 });
  expect(await shown(id)).toEqual([comment]);
  await heard('blog_posts', id, 'restored');
});

it('keeps a post whose slug another one has by now', async () => {
  const { id } = await world.write({ slug: 'taken' });
  await world.call(posts.delete, { id });
  const other = await world.write({ slug: 'taken' });
  await expect(restore('blog_posts', id)).rejects.toMatchObject({
    code: 'slug_taken',
    status: 409,
    errors: [{ path: 'slug', message: 'Another post has this slug' }],
  });
  expect((await list()).items).toMatchObject([{ id }]);
  expect(await world.call(posts.read, { slug: 'taken' })).toMatchObject({ id: other.id });
});

it('gives an approved comment back to its post, counted, its replies with it', async () => {
  const { id: postId, slug } = await world.write({ slug: 'discussed' });
  const comment = await world.approvedComment(postId);
  const reply = await world.approvedComment(postId, { parent_comment_id: comment });
  await world.call(comments.delete, { id: comment });
  expect([await count(slug), await shown(postId)]).toEqual([0, []]);
  world.dropped.length = 0;
  await restore('blog_comments', comment);
  expect(world.dropped).toContain('comments');
  expect([await count(slug), await shown(postId)]).toEqual([2, [comment, reply]]);
  await heard('blog_comments', comment, 'restored');
});

it('gives a comment that waits back to those that wait, and no reader is shown it', async () => {
  const { id: postId } = await world.write();
  const id = await world.comment(postId);
  await world.call(comments.delete, { id });
  world.dropped.length = 0;
  await restore('blog_comments', id);
  expect(world.dropped).toEqual([]);
  expect((await world.call(comments.listAll, { status: 'pending' })).items).toMatchObject([{ id }]);
  expect(await shown(postId)).toEqual([]);
  await heard('blog_comments', id, 'restored');
});

it('gives bookmarks and testimonials back to everybody', async () => {
  const bookmark = await world.call(bookmarks.create, {
    title: 'A page',
    url: 'https://example.com/',
    tags: ['x', ''],
  });
  const testimonial = await world.call(testimonials.create, { name: 'Grace', content: 'It works.' });
  await world.call(bookmarks.delete, { id: bookmark.id });
  await world.call(testimonials.delete, { id: testimonial.id });
  world.dropped.length = 0;
  await restore('bookmarks', bookmark.id);
  await restore('testimonials', testimonial.id);
  expect(world.dropped).toEqual(['bookmarks', 'testimonials']);
  expect((await world.call(bookmarks.list, {})).items).toMatchObject([{ id: bookmark.id, tags: ['x', ''] }]);
  expect((await world.call(testimonials.list, {})).items).toMatchObject([{ id: testimonial.id }]);
  await heard('bookmarks', bookmark.id, 'restored');
  await heard('testimonials', testimonial.id, 'restored');
  expect((await list()).total).toBe(0);
});

it('removes for good what it is told to, one or all, and no living record', async () => {
  const living = await world.call(bookmarks.create, { title: 'Stays', url: 'https://example.com/' });
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await world.call(bookmarks.create, { title, url: 'https://example.com/' });
    await world.call(bookmarks.delete, { id });
    ids.push(id);
  }
  const purge = (id: string) => world.call(contentTrash.purge, { type: 'bookmarks', id });
  expect(await purge(ids[0]!)).toEqual({ type: 'bookmarks', id: ids[0] });
  await expect(restore('bookmarks', ids[0]!)).rejects.toMatchObject(refused('not_found'));
  await expect(purge(living.id)).rejects.toMatchObject(refused('not_found'));
  await expect(purge(randomUUID())).rejects.toMatchObject(refused('not_found'));
  expect(await world.call(contentTrash.empty, {})).toEqual({ purged: 2 });
  expect(await world.collection('bookmarks').distinct('_id')).toEqual([living.id]);
});

it('refuses kinds that it has not', async () => {
  await expect(restore('leads' as never, randomUUID())).rejects.toMatchObject(refused('validation_failed'));
  await expect(list({ type: 'leads' as never })).rejects.toMatchObject(refused('validation_failed'));
});
