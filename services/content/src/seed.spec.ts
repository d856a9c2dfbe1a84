import { owner } from '@docfolio/content/site';
import { bookmarks } from '@docfolio/contracts/bookmark';
import { comments } from '@docfolio/contracts/comment';
import { posts } from '@docfolio/contracts/post';
import { testimonials } from '@docfolio/contracts/testimonial';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from './testing/content-world.js';

let world: ContentWorld;

/** An article of the demonstration with comments. */
const taken = 'idempotency-keys-that-survive-retries';

beforeAll(async () => {
  world = await startContentWorld();
  await world.write({ slug: taken, title: 'The owner was here first' });
  await world.seed();
}, 90_000);

afterAll(() => world?.stop());

const collections = ['blog_posts', 'blog_comments', 'bookmarks', 'testimonials'];
const everything = () =>
  Promise.all(collections.map((name) => world.collection(name).find().sort({ _id: 1 }).toArray()));

it('changes nothing when it runs again, not even what was edited or deleted, and raises no event', async () => {
  const { items } = await world.call(posts.listEdited, {});
  const [edited, deleted] = items.filter(({ slug }) => slug !== taken);
  await world.call(posts.patch, { id: edited!.id, version: 1, title: 'Edited' });
  await world.call(posts.delete, { id: deleted!.id });
  const waiting = async () => (await everything()).flat().filter(({ outbox }) => (outbox as unknown[]).length > 0);
  // What the edit and the deletion have raised is published behind their backs.
  await waitFor('the outboxes are published', async () => (await waiting()).length === 0);
  const before = await everything();
  await world.seed();
  expect(await everything()).toEqual(before);
});

it('leaves out an article whose slug the owner has used, and its comments', async () => {
  const { id, title } = await world.call(posts.read, { slug: taken });
  expect(title).toBe('The owner was here first');
  expect((await world.call(comments.list, { id })).items).toEqual([]);
  const ids = await world.collection('blog_posts').distinct('_id');
  expect(await world.collection('blog_comments').countDocuments({ blog_post_id: { $nin: ids } as never })).toBe(0);
});

it('gives each post the comments that its count promises', async () => {
  const { items } = await world.call(posts.listEdited, { limit: 100, status: 'published' });
  for (const { id, comments_count } of items)
    expect((await world.call(comments.list, { id })).items).toHaveLength(comments_count);
  expect(items.filter(({ comments_count }) => comments_count > 0).length).toBeGreaterThanOrEqual(8);
});

it('has a draft that waits for its time, and comments of the author and of readers who wait', async () => {
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

it('publishes posts at different times, longest ago last', async () => {
  const { items } = await world.call(posts.sitemap, {});
  const { items: newest } = await world.call(posts.list, {});
  expect(newest.map(({ slug }) => slug)).toEqual(items.slice(0, 9).map(({ slug }) => slug));
  expect(new Set(newest.map(({ published_at }) => published_at)).size).toBe(9);
});

it('lists bookmarks newest first, whatever their category', async () => {
  const { items } = await world.call(bookmarks.list, {});
  const times = items.map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(items.every(({ url }) => /^https?:\/\//.test(url))).toBe(true);
  expect(items[0]).not.toHaveProperty('version');
});

it('lists approved testimonials, featured ones first, then the newest', async () => {
  const { items } = await world.call(testimonials.list, {});
  const order = items.map(({ is_featured, created_at }) => `${is_featured ? 1 : 0} ${created_at}`);
  expect(order).toEqual([...order].sort().reverse());
  const pending = await world.collection('testimonials').find({ is_approved: false }).toArray();
  expect(pending.length).toBeGreaterThan(0);
  expect(items.map(({ id }) => id)).not.toContain(pending[0]!._id);
  expect(items[0]).not.toHaveProperty('is_approved');
});
