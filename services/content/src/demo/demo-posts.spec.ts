import { join } from 'node:path';
import { parseDemoPost, readDemoPosts } from './demo-posts.js';
import { readDemoBookmarks, readDemoComments, readDemoTestimonials } from './demo-records.js';

const demo = join(__dirname, '../../demo');
const head = 'title: A: B\nslug: a-b\nexcerpt: Short.\ncategory: AI\ntags: one, two\ndays_ago: 1.5';

it('parses the front matter of a demo post', () => {
  expect(parseDemoPost('a.md', `---\n${head}\n---\n# Text\n`)).toEqual({
    days_ago: 1.5,
    scheduled_in_days: undefined,
    likes: 0,
    post: expect.objectContaining({ title: 'A: B', tags: ['one', 'two'], published: true, content: '# Text' }),
  });
});

it.each([
  ['no dashes', 'no front matter'],
  [`---\n${head}\nnonsense\n---\nText`, '"nonsense" is not "key: value"'],
  [`---\n${head}\ncolour: red\n---\nText`, 'colour'],
  [`---\n${head.replace('a-b', 'A B')}\n---\nText`, 'Only a-z'],
])('names the file and the mistake in an invalid demo post: %j', (text, why) => {
  expect(() => parseDemoPost('wrong.md', text)).toThrow(new RegExp(`wrong\\.md: .*${why}`, 's'));
});

it('The demo has sixty published posts in four categories, and comments only on those', async () => {
  const posts = (await readDemoPosts(join(demo, 'posts'))).map(({ post }) => post);
  const published = posts.filter((post) => post.published);
  expect(published).toHaveLength(60);
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
  expect(new Set(published.map(({ category }) => category))).toEqual(
    new Set(['AI', 'Architecture', 'Leadership', 'Mobile']),
  );
  expect(posts.filter((post) => !post.published).length).toBeGreaterThan(1);
  const slugs = new Set(published.map(({ slug }) => slug));
  const comments = await readDemoComments(join(demo, 'comments.json'));
  expect(comments.filter(({ post }) => !slugs.has(post))).toEqual([]);
});

it('The demo has bookmarks in every category and testimonials of every status', async () => {
  const bookmarks = await readDemoBookmarks(join(demo, 'bookmarks.json'));
  expect(new Set(bookmarks.map(({ category }) => category)).size).toBe(4);
  // More than one page of the owner's list.
  expect(bookmarks.length).toBeGreaterThan(50);
  const testimonials = await readDemoTestimonials(join(demo, 'testimonials.json'));
  expect(testimonials.filter(({ approved, featured }) => approved && featured).length).toBeGreaterThan(2);
  expect(testimonials.length).toBeGreaterThanOrEqual(14);
  expect(testimonials.filter(({ approved }) => !approved).length).toBeGreaterThan(1);
});
