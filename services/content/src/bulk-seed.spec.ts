import { posts } from '@docfolio/contracts/entities/post';
import { commonWord } from './posts/bulk-posts.js';
import { type ContentWorld, startContentWorld } from './testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

it('npm run docfolio -- seed --posts inserts published posts that lists, pages and a search for their common word return', async () => {
  expect(await world.seedInBulk(130)).toContain('130 added, 0 were there');
  const { items, total } = await world.call(posts.list, {});
  expect(total).toBe(130);
  expect((await world.call(posts.list, { search: commonWord })).total).toBe(130);
  const { items: all } = await world.call(posts.sitemap, {});
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(130);
  const post = await world.call(posts.read, { slug: items[0]!.slug });
  expect(post.content.length).toBeGreaterThan(500);
  expect(await world.collection('blog_posts').countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
});

it('npm run docfolio -- seed --posts adds only the missing posts for a larger number', async () => {
  expect(await world.seedInBulk(132)).toContain('2 added, 130 were there');
});
