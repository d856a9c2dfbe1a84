import { adminPages, pageAt, publicPages } from './pages.js';

it('finds a page by its exact path, with or without a last slash', () => {
  expect(pageAt('/')?.title).toBe('Main');
  expect(pageAt('/contact')?.remote).toBe('site');
  expect(pageAt('/contact/')?.remote).toBe('site');
  expect(pageAt('/admin/blog/edit/42')?.title).toBe('Edit Blog Post');
  expect(pageAt('/admin/blog/new')?.title).toBe('New Blog Post');
});

it.each(['/Contact', '/contact/us', '/admin/nope', '/admin//leads', '//contact', '/blog/a-post', '/about'])(
  'knows no page at %s',
  (path) => {
    expect(pageAt(path)).toBeUndefined();
  },
);

it('gives every public page what search engines and the navigation need', () => {
  for (const page of publicPages) {
    expect(page.description?.length).toBeGreaterThan(20);
    expect(page.nav).toBeDefined();
  }
});

it('has each path once', () => {
  const paths = [...publicPages, ...adminPages].map((page) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
});
