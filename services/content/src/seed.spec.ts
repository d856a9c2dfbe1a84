import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { comments } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { owner } from '@docfolio/site-copy/site';
import { type ContentWorld, startContentWorld } from './testing/content-world.js';

let world: ContentWorld;

const taken = 'idempotency-keys-that-survive-retries';

beforeAll(async () => {
  world = await startContentWorld();
  await world.createPost({ slug: taken, title: 'The owner was here first' });
  await world.seed();
});

afterAll(() => world?.stop());

const collections = ['blog_posts', 'blog_comments', 'bookmarks', 'testimonials'];
const everything = () =>
  Promise.all(collections.map((name) => world.collection(name).find().sort({ _id: 1 }).toArray()));

it('A second seed run changes nothing, keeps edits and deletions, and raises no event', async () => {
  const { items } = await world.call(posts.listEdited, {});
  const [edited, deleted] = items.filter(({ slug }) => slug !== taken);
  await world.call(posts.patch, { id: edited!.id, version: 1, title: 'Edited' });
  await world.call(posts.delete, { id: deleted!.id });
  const waiting = async () => (await everything()).flat().filter(({ outbox }) => (outbox as unknown[]).length > 0);
  // The edit and the deletion publish their events in the background, which changes the stored outboxes.
  await waitFor('the outboxes are published', async () => (await waiting()).length === 0);
  const before = await everything();
  await world.seed();
  expect(await everything()).toEqual(before);
});

it('The seed skips a demo post whose slug the owner uses, and its comments', async () => {
  const { id, title } = await world.call(posts.read, { slug: taken });
  expect(title).toBe('The owner was here first');
  expect((await world.call(comments.list, { id })).items).toEqual([]);
  const ids = await world.collection('blog_posts').distinct('_id');
  expect(await world.collection('blog_comments').countDocuments({ blog_post_id: { $nin: ids } as never })).toBe(0);
});

it('The seed inserts comments on published posts only', async () => {
  const published = await world.collection('blog_posts').distinct('_id', { published: true });
  const filter = { blog_post_id: { $nin: published } as never };
  expect(await world.collection('blog_comments').countDocuments(filter)).toBe(0);
});

it('The seed inserts bookmarks in every category and testimonials of every status', async () => {
  const kept = world.collection('bookmarks');
  expect(await kept.distinct('category')).toHaveLength(4);
  // More than one page of the owner's list.
  expect(await kept.countDocuments()).toBeGreaterThan(50);
  const said = world.collection('testimonials');
  expect(await said.countDocuments()).toBeGreaterThanOrEqual(14);
  expect(await said.countDocuments({ is_approved: true, is_featured: true })).toBeGreaterThan(2);
  expect(await said.countDocuments({ is_approved: false })).toBeGreaterThan(1);
});

it('The seed sets comments_count to the number of visible comments of each post', async () => {
  const { items } = await world.call(posts.listEdited, { limit: 100, status: 'published' });
  for (const { id, comments_count } of items)
    expect((await world.call(comments.list, { id })).items).toHaveLength(comments_count);
  expect(items.filter(({ comments_count }) => comments_count > 0).length).toBeGreaterThanOrEqual(8);
});

it('The seed includes a scheduled draft, pending comments and replies by the author', async () => {
  const { items } = await world.call(posts.listEdited, { status: 'scheduled' });
  expect(items).toHaveLength(1);
  expect(Date.parse(items[0]!.scheduled_at!)).toBeGreaterThan(Date.now());
  const { items: waiting } = await world.call(comments.listAll, { status: 'pending' });
  expect(waiting.length).toBeGreaterThan(3);
  expect(waiting.some(({ in_reply_to }) => in_reply_to)).toBe(true);
  expect((await world.call(comments.listAll, {})).items.slice(0, waiting.length)).toEqual(waiting);
  const { items: said } = await world.call(comments.listAll, { search: owner.name });
  expect(said.filter(({ by_author }) => by_author).length).toBeGreaterThan(5);
});

it('The demo posts have distinct publication times, and lists show the newest first', async () => {
  const { items } = await world.call(posts.sitemap, {});
  const { items: newest } = await world.call(posts.list, {});
  expect(newest.map(({ slug }) => slug)).toEqual(items.slice(0, 9).map(({ slug }) => slug));
  expect(new Set(newest.map(({ published_at }) => published_at)).size).toBe(9);
});

it('The public bookmark list is sorted newest first across categories', async () => {
  const { items } = await world.call(bookmarks.list, {});
  const times = items.map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(items.every(({ url }) => /^https?:\/\//.test(url))).toBe(true);
  expect(items[0]).not.toHaveProperty('version');
});

it('The public testimonial list shows approved ones only, featured first, then newest first', async () => {
  const { items } = await world.call(testimonials.list, {});
  const order = items.map(({ is_featured, created_at }) => `${is_featured ? 1 : 0} ${created_at}`);
  expect(order).toEqual([...order].sort().reverse());
  const pending = await world.collection('testimonials').find({ is_approved: false }).toArray();
  expect(pending.length).toBeGreaterThan(0);
  expect(items.map(({ id }) => id)).not.toContain(pending[0]!._id);
  expect(items[0]).not.toHaveProperty('is_approved');
});
