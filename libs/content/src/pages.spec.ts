import { adminPages, type Page, pageAt, publicPages } from './pages.js';

it('finds a page by its exact path, with or without a last slash', () => {
  expect(pageAt('/')?.title).toBe('Main');
  expect(pageAt('/contact')?.remote).toBe('site');
  expect(pageAt('/contact/')?.remote).toBe('site');
  expect(pageAt('/admin/blog/edit/42')?.title).toBe('Edit Blog Post');
  expect(pageAt('/admin/blog/new')?.title).toBe('New Blog Post');
});

it.each(['/Contact', '/contact/us', '/admin/nope', '/admin//leads', '//contact', '/blog/a/post'])(
  'knows no page at %s',
  (path) => {
    expect(pageAt(path)).toBeUndefined();
  },
);

it('gives every public page what search engines and the navigation need', () => {
  // A post is found by its own words, and what is for one reader not at all.
  const isFound = ({ path, secretAddress }: Page) => !path.includes(':') && !secretAddress && path !== '/contact/sent';
  for (const page of publicPages.filter(isFound)) {
    expect(page.description?.length).toBeGreaterThan(20);
  }
  // Specification, section 2; the privacy page stands under the forms.
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

it('has each path once', () => {
  const paths = [...publicPages, ...adminPages].map((page) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
});
