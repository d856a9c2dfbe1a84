import { join } from 'node:path';
import { parseDemoPost, readDemoPosts } from './demo-posts.js';

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

it('The demo has sixty published posts in four categories', async () => {
  const posts = (await readDemoPosts(join(demo, 'posts'))).map(({ post }) => post);
  const published = posts.filter((post) => post.published);
  expect(published).toHaveLength(60);
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
  expect(new Set(published.map(({ category }) => category))).toEqual(
    new Set(['AI', 'Architecture', 'Leadership', 'Mobile']),
  );
  expect(posts.filter((post) => !post.published).length).toBeGreaterThan(1);
});
