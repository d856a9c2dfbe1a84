import {
  newPost,
  nextSlugOf,
  postContentLimit,
  postListQuery,
  postPatch,
  postTagsLimit,
  readTimeOf,
  slugOf,
} from './post.js';

const id = '123e4567-e89b-42d3-a456-426614174000';
const sent = { title: 'A', slug: 'a', excerpt: 'b', content: 'c', category: 'd' };
const accepts = (fields: object) => newPost.safeParse({ ...sent, ...fields }).success;

it.each([
  ['Hello, World!', 'hello-world'],
  ['  --A  B__C-- ', 'a-b-c'],
  ['', ''],
  [' ', ''],
  ['Ünï 2026', 'n-2026'],
  ['!', 'post-2026-11-27'],
  ['鍵 と 客', 'post-2026-11-27'],
  [`${'word '.repeat(60)}`, Array.from({ length: 40 }, () => 'word').join('-')],
  ['a'.repeat(250), 'a'.repeat(200)],
  [`${'a'.repeat(200)} b`, 'a'.repeat(200)],
])('the slug of the title %j is %j', (title, slug) => {
  expect(slugOf(title, new Date('2026-11-27T12:00:00Z'))).toBe(slug);
  if (slug !== '') expect(accepts({ slug })).toBe(true);
});

it.each([
  [0, '1 min read'],
  [1, '1 min read'],
  [200, '1 min read'],
  [201, '2 min read'],
  [400, '2 min read'],
])('the reading time of %d words is %j', (words, time) => {
  expect(readTimeOf(`\n${'word \n'.repeat(words)} `)).toBe(time);
});

describe('a new post', () => {
  it('is an unpublished draft without tags unless it says otherwise', () => {
    expect(newPost.parse(sent)).toEqual({ ...sent, tags: [], published: false, featured: false });
  });

  it.each(['a-1', 'x'.repeat(200), ' a '])('accepts the slug %j', (slug) => expect(accepts({ slug })).toBe(true));
  it.each(['', 'A', 'a b', 'a/b', 'ä', 'a_b', 'x'.repeat(201), '/a', 'a/'])('refuses the slug %j', (slug) =>
    expect(accepts({ slug })).toBe(false),
  );

  it('limits the characters of its texts and the number of its tags', () => {
    const limits: [string, number][] = [
      ['excerpt', 1_000],
      ['content', postContentLimit],
      ['category', 100],
      ['read_time', 60],
      ['author_name', 100],
    ];
    for (const [field, limit] of limits) {
      expect({ field, accepted: accepts({ [field]: 'x'.repeat(limit) }) }).toEqual({ field, accepted: true });
      expect({ field, accepted: accepts({ [field]: 'x'.repeat(limit + 1) }) }).toEqual({ field, accepted: false });
    }
    expect(accepts({ tags: Array(postTagsLimit).fill('x'.repeat(60)) })).toBe(true);
    for (const tags of [Array(postTagsLimit + 1).fill('x'), ['x'.repeat(61)], [' ']])
      expect(accepts({ tags })).toBe(false);
  });
});

it('a patch of a post needs a version unless it only publishes, schedules or features the post', () => {
  const patched = (fields: object) => postPatch.safeParse({ id, ...fields }).success;
  expect(patched({ published: true, featured: true, scheduled_at: null })).toBe(true);
  expect([{ title: 'B' }, { published: true, slug: 'b' }].map(patched)).toEqual([false, false]);
  expect(patched({ title: 'B', version: 1 })).toBe(true);
  expect([0, -1, 1.5, '1'].map((version) => patched({ title: 'B', version }))).toEqual([false, false, false, false]);
});

it('the public list of posts filters by a category of at most 100 characters', () => {
  expect(postListQuery.safeParse({ category: 'x'.repeat(100) }).success).toBe(true);
  expect(postListQuery.safeParse({ category: 'x'.repeat(101) }).success).toBe(false);
});

it.each([
  ['こんにちは', 'post-2026-11-27', 'post-2026-11-27-2'],
  ['こんにちは', 'post-2026-11-27-9', 'post-2026-11-27-10'],
  ['こんにちは', 'greetings', undefined],
  ['Post 2026-11-27', 'post-2026-11-27', undefined],
])('the slug of %s after %s is taken is %s', (title, slug, next) => {
  expect(nextSlugOf(title, slug)).toBe(next);
});
