/** @jest-environment node */
import { pageTitle, serverHtml } from './testing/framed-page.js';

it('renders the whole frame on the server: navigation, breadcrumb and page', () => {
  expect(typeof window).toBe('undefined');
  const html = serverHtml('/services');
  for (const words of ['Documentation', 'v2025.8.15', 'Skip to content', 'Get in Touch', 'Sign in', pageTitle])
    expect(html).toContain(words);
  expect(html).toContain('aria-label="Breadcrumb"');
});

it.each([
  ['/', '/'],
  ['/services', '/services'],
  ['/blog', '/blog'],
  ['/blog/queues', '/blog'],
])('marks at %s the link to %s, and no other', (address, current) => {
  const links = serverHtml(address).match(/<a [^>]*aria-current="page"[^>]*>/g) ?? [];
  expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([current]);
});

it('renders the same for every visitor: a column, a menu button, a closed drawer, both icons of the theme', () => {
  const html = serverHtml('/');
  expect(html).toContain('data-column');
  expect(html).toContain('aria-label="Open navigation"');
  expect(html).toMatch(/<dialog(?![^>]* open=)[^>]*><\/dialog>/);
  expect(html).toMatch(/lucide-sun.*lucide-moon/s);
});
