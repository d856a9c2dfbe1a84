import type { OutputOf } from '@docfolio/contracts/core/operation';
import { comments } from '@docfolio/contracts/entities/comment';
import { type PostListQuery, posts } from '@docfolio/contracts/entities/post';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

type Neighbours = OutputOf<typeof posts.neighbours>;

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

const list = (query: Partial<PostListQuery> = {}) => world.call(posts.list, query);
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
const read = (slug: string) => world.call(posts.read, { slug });

/** Publishes posts at the given minutes of one hour; equal minutes give equal times. */
async function publishAt(slugs: string[], minute: (index: number) => number, fields: object = {}) {
  for (const [index, slug] of slugs.entries()) {
    const { id } = await world.createPost({ slug, title: slug, ...fields });
    const at = new Date(Date.UTC(2026, 0, 1, 12, minute(index)));
    await world.collection('blog_posts').updateOne({ _id: id }, { $set: { published_at: at } });
  }
}

describe('the public list', () => {
  it('shows nine posts per page, newest first, with the total', async () => {
    await publishAt([...'abcdefghijk'], (index) => index);
    expect(titles(await list())).toEqual([...'kjihgfedc']);
    expect(await list({ page: 2 })).toMatchObject({ items: [{ title: 'b' }, { title: 'a' }], total: 11, page: 2 });
    expect(await list({ page: 3 })).toEqual({ items: [], total: 11, page: 3, page_size: 9 });
  });

  it('keeps a stable order across pages among posts with the same time', async () => {
    await publishAt([...'abcdefghijkl'], () => 0);
    const all = [...titles(await list()), ...titles(await list({ page: 2 }))];
    expect([...all].sort()).toEqual([...'abcdefghijkl']);
    expect([...titles(await list()), ...titles(await list({ page: 2 }))]).toEqual(all);
  });

  it('filters by the exact category name', async () => {
    await publishAt(['a', 'b'], (index) => index, { category: 'AI' });
    await publishAt(['c'], () => 5, { category: 'AI and more' });
    expect(await list({ category: 'AI' })).toMatchObject({ total: 2, items: [{ title: 'b' }, { title: 'a' }] });
    expect((await list({ category: 'ai' })).total).toBe(0);
  });

  it('searches title, excerpt and content case-insensitively, and pages through the matches', async () => {
    await world.createPost({ title: 'Queues you can READ' });
    await world.createPost({ excerpt: 'How to read a queue.' });
    await world.createPost({ content: 'Some of us cannot **re**ad, others re-read.' });
    await world.createPost({ category: 'read', tags: ['read'], author_name: 'Read' });
    expect((await list({ search: 'read' })).total).toBe(3);
    expect((await list({ search: 'QUEUE' })).total).toBe(2);
    expect((await list({ search: 'read', category: 'AI' })).total).toBe(3);
    await publishAt([...'abcdefghijk'], (index) => index, { content: 'needle' });
    expect(await list({ search: 'needle', page: 2 })).toMatchObject({
      total: 11,
      items: [{ title: 'b' }, { title: 'a' }],
    });
    expect(await list({ search: 'needle', page: 3 })).toMatchObject({ total: 11, items: [] });
    expect(await list({ search: 'haystack' })).toMatchObject({ total: 0, items: [] });
    await publishAt([...'lmnopqr'], () => 20, { content: 'needle' });
    expect(await list({ search: 'needle', page: 2 })).toMatchObject({ total: 18, items: { length: 9 } });
  });

  it('searches what was saved before, not what was replaced, unpublished or deleted', async () => {
    const found = async (search: string) => titles(await list({ search }));
    const [edited, hidden, deleted] = [
      await world.createPost({ title: 'Edited', content: 'a needle' }),
      await world.createPost({ title: 'Hidden', content: 'a needle' }),
      await world.createPost({ title: 'Deleted', content: 'a needle' }),
    ];
    expect(await found('needle')).toEqual(['Deleted', 'Hidden', 'Edited']);
    const { version } = await world.call(posts.patch, { id: edited.id, version: 1, content: 'a pin' });
    await world.call(posts.patch, { id: hidden.id, version: 1, published: false });
    await world.call(posts.delete, { id: deleted.id });
    expect([await found('needle'), await found('pin')]).toEqual([[], ['Edited']]);
    await world.call(posts.patch, { id: edited.id, version, category: 'Tools' });
    expect((await list({ search: 'pin', category: 'Tools' })).total).toBe(1);
    await world.call(contentTrash.restore, { type: 'blog_posts', id: deleted.id });
    expect(await found('needle')).toEqual(['Deleted']);
  });

  it('searches posts that were inserted or removed elsewhere, with an old time of change', async () => {
    await world.createPost({ title: 'New', content: 'invented here' });
    expect((await list({ search: 'INVENTED' })).total).toBe(1);
    await world.seedInBulk(30);
    expect(await list({ search: 'INVENTED', page: 4 })).toMatchObject({ total: 31, items: { length: 4 } });
    await world.collection('blog_posts').deleteMany({ title: { $ne: 'New' } });
    expect((await list({ search: 'INVENTED' })).total).toBe(1);
  });

  it('finds each of the posts that are saved while others search', async () => {
    const counts = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { title } = await world.createPost({ content: 'needle' });
        return (await list({ search: title })).total;
      }),
    );
    expect(counts.every((count) => count > 0)).toBe(true);
    expect((await list({ search: 'needle' })).total).toBe(12);
  });

  it.each([
    ['ΟΔΟΣ', 'οδοσήμανση'],
    ['ΟΔΟΣ', 'η οδός, οδος'],
    ['e\u0301t\u00e9', 'un été'],
    ['creme brulee', 'Crème brûlée'],
    ['IT`S  wind blown', 'It’s wind–blown.'],
    ['会社', '株式会社'],
  ])('searches for %j regardless of case, accents and typography', async (search, content) => {
    await world.createPost({ title: 'With', content });
    expect(titles(await list({ search }))).toEqual(['With']);
  });

  it.each(['(a+)+$', '.*', '^In', 'a|b', '[x]', '\\d', 'c++ / 50%', '{1}', 'naïve', 'قهوة', '👩🏽‍💻'])(
    'searches for %j literally',
    async (search) => {
      await world.createPost({ title: 'Without', content: 'In 1 line: abx' });
      await world.createPost({ title: 'With', content: `Say ${search} aloud.` });
      expect(titles(await list({ search }))).toEqual(['With']);
    },
  );

  it('refuses invalid page numbers and searches that are too long', async () => {
    for (const page of [0, -1, 1e9]) await expect(list({ page })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(list({ search: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(list({ search: { $ne: '' } } as never)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(list({ category: { $ne: '' } } as never)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('a post', () => {
  it('returns a post’s Markdown and its rendered document without scripts', async () => {
    const content = '## Why\n\nBecause *so*.\n\n<script>alert(1)</script>';
    const written = await world.createPost({ slug: 'why', content, tags: ['one'] });
    const post = await read('why');
    expect(post).toMatchObject({ id: written.id, content, tags: ['one'], likes_count: 0, comments_count: 0 });
    expect(post.headings).toEqual([{ id: expect.any(String), text: 'Why', depth: 2 }]);
    expect(JSON.stringify(post.document)).toContain('Because');
    expect(JSON.stringify(post.document)).not.toContain('script');
    expect(post).not.toHaveProperty('addresses');
    expect(post).not.toHaveProperty('version');
  });

  it('re-renders a post after its text changed', async () => {
    const { id, version } = await world.createPost({ slug: 'why', content: 'Before' });
    await read('why');
    await world.call(posts.patch, { id, version, content: 'After' });
    expect(JSON.stringify((await read('why')).document)).toContain('After');
  });

  it('renders a post when it is saved, so that the first read is fast', async () => {
    const timed = async <T>(call: Promise<T>) => {
      const began = performance.now();
      return [await call, performance.now() - began] as const;
    };
    const times: Record<'created' | 'patched' | 'readCreated' | 'readPatched', number[]> = {
      ...{ created: [], patched: [], readCreated: [], readPatched: [] },
    };
    for (const slug of ['long', 'longer', 'longest']) {
      const [{ id, version }, created] = await timed(world.createPost({ slug, content: '> a\n\n'.repeat(1_500) }));
      const [, readCreated] = await timed(read(slug));
      const patch = { id, version, content: '> b\n\n'.repeat(1_500) };
      const [, patched] = await timed(world.call(posts.patch, patch));
      const [, readPatched] = await timed(read(slug));
      for (const [name, time] of Object.entries({ created, readCreated, patched, readPatched }))
        times[name as keyof typeof times].push(time);
    }
    // Of several times the shortest, because a busy machine prolongs some.
    expect(Math.min(...times.readCreated)).toBeLessThan(Math.min(...times.created) / 2);
    expect(Math.min(...times.readPatched)).toBeLessThan(Math.min(...times.patched) / 2);
  });

  it('responds not_found to unknown and deleted posts', async () => {
    const { id } = await world.createPost({ slug: 'gone' });
    await world.call(posts.delete, { id });
    for (const slug of ['gone', 'never-there']) {
      await expect(read(slug)).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.call(posts.related, { slug })).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.call(posts.neighbours, { slug })).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.call(posts.page, { slug })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

it('shows drafts in no public operation', async () => {
  await publishAt(['public'], () => 0);
  const draft = { slug: 'draft', title: 'Secret', content: 'Secret', published: false };
  await world.createPost({ ...draft, category: 'Secrets' });
  await world.createPost({ ...draft, slug: 'draft-2' });
  await expect(read('draft')).rejects.toMatchObject({ code: 'not_found' });
  const everything = [
    await list(),
    await list({ search: 'secret' }),
    await list({ category: 'Secrets' }),
    await world.call(posts.related, { slug: 'public' }),
    await world.call(posts.neighbours, { slug: 'public' }),
    await world.call(posts.page, { slug: 'public' }),
    await world.call(posts.categories, {}),
    await world.call(posts.feed, {}),
    await world.call(posts.sitemap, {}),
  ];
  expect(JSON.stringify(everything)).not.toMatch(/secret|draft/i);
});

describe('related and neighbouring posts', () => {
  it('returns the newest three other posts of the category as related', async () => {
    await publishAt(['other'], () => 9, { category: 'Mobile' });
    await publishAt([...'abcde'], (index) => index);
    expect(titles(await world.call(posts.related, { slug: 'd' }))).toEqual(['e', 'c', 'b']);
    expect(titles(await world.call(posts.related, { slug: 'other' }))).toEqual([]);
  });

  it('returns the previous and next post by time across categories, visiting each post once', async () => {
    await publishAt(['first'], () => 0, { category: 'Mobile' });
    await publishAt([...'abc'], () => 5);
    await publishAt(['last'], () => 9, { category: 'Architecture' });
    const backwards: string[] = [];
    let slug: string | undefined = 'last';
    while (slug) {
      backwards.push(slug);
      const { previous }: Neighbours = await world.call(posts.neighbours, { slug });
      if (previous) expect((await world.call(posts.neighbours, { slug: previous.slug })).next).toMatchObject({ slug });
      slug = previous?.slug;
    }
    expect(backwards).toEqual(titles(await list()));
    expect((await world.call(posts.neighbours, { slug: 'last' })).next).toBeNull();
  });
});

describe('the page of a post', () => {
  it('contains what the operations for its parts return', async () => {
    await publishAt([...'abcde'], (index) => index, { content: '## Why\n\nBecause.' });
    const { content: _content, ...post } = await read('c');
    await world.submitApprovedComment(post.id);
    await world.submitComment(post.id);
    expect(await world.call(posts.page, { slug: 'c' })).toEqual({
      post: { ...post, comments_count: 1 },
      ...(await world.call(posts.neighbours, { slug: 'c' })),
      related: (await world.call(posts.related, { slug: 'c' })).items,
      comments: (await world.call(comments.list, { id: post.id })).items,
    });
  });

  it('has no comments, neighbours or related posts if there are none', async () => {
    await world.createPost({ slug: 'alone' });
    const page = await world.call(posts.page, { slug: 'alone' });
    expect(page).toMatchObject({ previous: null, next: null, related: [], comments: [] });
  });
});

it('lists each category once, in alphabetical order', async () => {
  for (const category of ['Mobile', 'AI', 'Mobile', 'architecture']) await world.createPost({ category });
  expect(await world.call(posts.categories, {})).toEqual({ items: ['AI', 'architecture', 'Mobile'] });
});

it('puts the newest twenty rendered posts into the feed and all posts into the sitemap', async () => {
  const slugs = Array.from({ length: 22 }, (_, index) => `n-${index}`);
  await publishAt(slugs, (index) => index);
  const { items } = await world.call(posts.feed, {});
  expect(items.map(({ slug }) => slug)).toEqual(slugs.toReversed().slice(0, 20));
  expect(items[0]!.document).toEqual([expect.objectContaining({ t: 'p', c: ['At length.'] })]);
  const { items: map } = await world.call(posts.sitemap, {});
  expect(map.map(({ slug }) => slug)).toEqual(slugs.toReversed());
  expect(map[0]).toEqual({ slug: 'n-21', updated_at: expect.stringMatching(/Z$/) });
});
