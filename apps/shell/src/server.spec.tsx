/** @jest-environment node */
import { type Page, pageAt } from '@docfolio/site-copy/pages';
import { createServerQueryClient, renderPage } from './server.js';

const samePages: Page[] = [];
const never = new AbortController().signal;

interface Visit {
  url: string;
  pages: readonly Page[];
  words?: string;
}

let shownWords: string;
const Words = () => <p>{shownWords}</p>;

function html({ url, pages, words = 'Words' }: Visit) {
  shownWords = words;
  const client = createServerQueryClient({ fetch, timeout: 1_000 });
  const remote = pageAt(url.split('?', 1)[0]!, pages)!.remote;
  return renderPage({ url, origin: '', client, remote, Routes: Words, pages, signal: never });
}

const listed = (title: string): Page => ({
  path: '/notes',
  remote: 'notes',
  title,
  nav: { group: 'Guide', icon: 'user' },
});

it('renders a page again with the same head and body, with the sidebar of the first render', async () => {
  const pages: Page[] = [];
  const first = await html({ url: '/blog/queues', pages });
  expect(first.body).toContain('Search documentation');
  expect(await html({ url: '/blog/queues', pages })).toEqual(first);
});

it('renders new data beside a sidebar of an earlier render', async () => {
  const pages: Page[] = [];
  await html({ url: '/blog', pages, words: 'First words' });
  const { body } = await html({ url: '/blog', pages, words: 'Second words' });
  expect(body).toContain('Second words');
  expect(body).not.toContain('First words');
});

it('renders another sidebar for another list of pages', async () => {
  expect((await html({ url: '/blog', pages: [listed('Old notes')] })).body).toContain('Old notes');
  const { body } = await html({ url: '/blog', pages: [listed('New notes')] });
  expect(body).toContain('New notes');
  expect(body).not.toContain('Old notes');
});

it.each([
  ['/blog', '/blog'],
  ['/services', '/services'],
  ['/blog/queues?page=2', '/blog'],
  ['/blog', '/blog'],
])('marks in the sidebar of %s the link to %s, whichever page was rendered before', async (url, link) => {
  const { body } = await html({ url, pages: samePages });
  const sidebar = body.slice(0, body.indexOf('</aside>'));
  const current = sidebar.match(/<a [^>]*aria-current="page"[^>]*>/g) ?? [];
  expect(current.map((tag) => /href="([^"]*)"/.exec(tag)?.[1])).toEqual([link]);
});
