import { reservedRemoteNames } from '@docfolio/contracts/entities/remote';
import { adminPages, normalisePath, type Page, pageAt, publicPages } from './pages.js';

it('finds a page by its exact path, with or without a trailing slash', () => {
  expect(pageAt('/')?.title).toBe('Main');
  expect(pageAt('/contact')?.remote).toBe('site');
  expect(pageAt('/contact/')?.remote).toBe('site');
  expect(pageAt('/admin/blog/edit/42')?.title).toBe('Edit Blog Post');
  expect(pageAt('/admin/blog/new')?.title).toBe('New Blog Post');
});

it.each(['/Contact', '/contact/us', '/admin/nope', '/admin//leads', '//contact', '/blog/a/post'])(
  'finds no page at %s',
  (path) => {
    expect(pageAt(path)).toBeUndefined();
  },
);

it('takes no time for a long path of slashes', () => {
  // Minutes with a regular expression that tries each slash as the first of the last ones.
  const path = `/blog${'/'.repeat(300_000)}a`;
  expect([normalisePath(path), normalisePath(`${path}///`)]).toEqual([path, path]);
});

it('gives public pages a description and lists them in the navigation of the specification', () => {
  // Posts bring their own description; pages for one visitor are not indexed.
  const isIndexed = ({ path, secretAddress }: Page) =>
    !path.includes(':') && !secretAddress && path !== '/contact/sent';
  for (const page of publicPages.filter(isIndexed)) {
    expect(page.description?.length).toBeGreaterThan(20);
  }
  // Specification, section 2. The privacy page is linked below the forms instead.
  expect(publicPages.filter(({ nav }) => nav).map(({ title }) => title)).toEqual([
    'Main',
    'About',
    'Services',
    'Contact',
    'Mentorship',
    'Portfolio',
    'Blog',
    'Bookmarks',
  ]);
});

it('lists each path once', () => {
  const paths = [...publicPages, ...adminPages()].map((page) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
});

it('finds pages of remotes after those of the platform, the first of several that match', () => {
  const book: Page = { path: '/reading/:id', remote: 'reading', title: 'Book' };
  const others: Page[] = [book, { ...book, path: '/reading/new' }, { ...book, path: '/blog/new' }];
  expect(pageAt('/reading/new/', others)).toBe(book);
  expect(pageAt('/blog/new', others)?.remote).toBe('blog');
  expect(pageAt('/reading/1/2', others)).toBeUndefined();
  expect(pageAt('/reading/1')).toBeUndefined();
});

it('reserves the first segments of all pages, so that no remote is called like a page', () => {
  const segments = [...publicPages, ...adminPages()].map(({ path }) => path.split('/')[1]!);
  const own = new Set(['', 'site', 'blog', 'crm', 'ops', ...reservedRemoteNames]);
  expect(segments.filter((segment) => !own.has(segment))).toEqual([]);
});
