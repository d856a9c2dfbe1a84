/** @jest-environment node */
import { pageTitle, serverHtml } from './testing/framed-page.js';

it('renders navigation, breadcrumb and page on the server', () => {
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
])('marks at %s only the link to %s as current', (address, current) => {
  const links = serverHtml(address).match(/<a [^>]*aria-current="page"[^>]*>/g) ?? [];
  expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([current]);
});

it('renders column, menu button, closed drawer and both theme icons for every visitor', () => {
  const html = serverHtml('/');
  expect(html).toContain('data-column');
  expect(html).toContain('aria-label="Open navigation"');
  expect(html).toMatch(/<dialog(?![^>]* open=)[^>]*><\/dialog>/);
  expect(html).toMatch(/lucide-sun.*lucide-moon/s);
});
