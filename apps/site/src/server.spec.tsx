import { createQueryClient, createServerQueryClient } from '@docfolio/api-client/query-client';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { BrowserRouter } from '@docfolio/federation/router';
import { testimonials as chosen } from '@docfolio/site-copy/testimonials';
import { dehydrate, hydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
// The Node build of react-dom/server, because the browser build requires MessageChannel, which jsdom lacks.
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import { addressOf, load, Routes } from './server.js';

const id = '00000000-0000-4000-8000-000000000001';
const createdAt = '2025-06-01T00:00:00.000Z';
const kept = {
  id,
  title: 'Queueing theory',
  url: 'https://example.com/queues',
  description: 'Why the line grows',
  category: 'engineering',
  tags: ['load', ''],
  is_featured: true,
  created_at: createdAt,
};
const said = {
  id,
  name: 'Berta Lind',
  role: 'Developer',
  company: 'Saltmarsh',
  content: 'She would do it again.',
  rating: 4,
  is_featured: true,
  created_at: createdAt,
};

let server: FixtureServer;
let root: Root | undefined;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  server.on(bookmarks.list, { json: { items: [kept] } });
  server.on(testimonials.list, { json: { items: [said] } });
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  document.body.innerHTML = '';
  server.reset();
});
afterAll(() => server.stop());

/** Loads a page's data as the web process does. */
async function loaded(address: string, patience = new AbortController().signal) {
  const client = createServerQueryClient({ fetch: server.fetch });
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return { client, answer: await load({ pathname, search: searchParams, patience }, client) };
}

/** Returns the HTML of a page, once its lazy file is loaded. */
async function drawn(client: QueryClient, address: string): Promise<string> {
  let html = '';
  await waitFor(() => {
    html = renderToString(framed(client, (page) => <StaticRouter location={address}>{page}</StaticRouter>));
    expect(html).not.toContain('Loading the page');
  });
  return html;
}

const framed = (client: QueryClient, router: (page: ReactNode) => ReactNode) => (
  <QueryClientProvider client={client}>
    {router(
      <Suspense fallback="Loading the page">
        <Routes />
      </Suspense>,
    )}
  </QueryClientProvider>
);

it.each([
  ['/', 'Building better software', []],
  ['/about', 'Continuous Learning', []],
  ['/privacy', 'can be restored for 30 days', []],
  ['/mentorship', said.content, ['testimonials']],
  ['/bookmarks', kept.title, ['bookmarks']],
  ['/bookmarks?tab=tools', 'No bookmarks found', ['bookmarks']],
  ['/bookmarks?search=LINE', kept.title, undefined],
])('renders %s, which the browser hydrates without an error or a request', async (address, words, tags) => {
  const { client, answer } = await loaded(address);
  expect(answer).toEqual({ status: 200, tags });
  const html = await drawn(client, address);
  expect(html).toContain(words);

  window.history.replaceState(null, '', address);
  document.body.innerHTML = `<div id="root">${html}</div>`;
  server.requests.length = 0;
  const browser = createQueryClient();
  hydrate(browser, dehydrate(client));
  const complaints: string[] = [];
  const logged = jest.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said.join(' ')));
  await act(async () => {
    root = hydrateRoot(
      document.getElementById('root')!,
      framed(browser, (page) => <BrowserRouter>{page}</BrowserRouter>),
      { onRecoverableError: (error) => complaints.push(String(error)) },
    );
  });
  logged.mockRestore();
  expect(complaints).toEqual([]);
  expect(document.body).toHaveTextContent(words);
  expect(server.requests).toEqual([]);
});

it('renders one 404 page for all unknown paths, and the browser adds the path', async () => {
  const { client } = await loaded('/404');
  const html = await drawn(client, '/404');
  expect(html).toContain('Page not found');
  window.history.replaceState(null, '', '/wp-login.php');
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const complaints: string[] = [];
  const logged = jest.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said.join(' ')));
  await act(async () => {
    root = hydrateRoot(
      document.getElementById('root')!,
      framed(createQueryClient(), (page) => <BrowserRouter>{page}</BrowserRouter>),
      { onRecoverableError: (error) => complaints.push(String(error)) },
    );
  });
  logged.mockRestore();
  expect(complaints).toEqual(['404: no page at /wp-login.php']);
  expect(document.body).toHaveTextContent('GET /wp-login.php');
});

it.each([
  ['/about?utm_source=mail', '/about'],
  ['/bookmarks?utm_source=mail', '/bookmarks'],
  ['/bookmarks?tab=tools&fbclid=1', '/bookmarks?tab=tools'],
  ['/bookmarks?tab=nonsense', '/bookmarks'],
  ['/bookmarks?search=+a&x=1&tab=tools', '/bookmarks?tab=tools&search=a'],
])('reduces %s to the canonical path %s', (address, at) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  expect(addressOf({ pathname, search: searchParams })).toBe(at);
});

it('renders the mentorship page with the testimonials of site-copy and no cache tags while the service is unavailable', async () => {
  server.on(testimonials.list, () => {
    throw new ProblemError('unavailable');
  });
  const { client, answer } = await loaded('/mentorship');
  expect(answer).toEqual({ status: 200, missing: { testimonials: expect.any(Error) } });
  const html = await drawn(client, '/mentorship');
  for (const { content } of chosen) expect(html).toContain(content);
});

it('renders the mentorship page with the testimonials of site-copy when the service times out', async () => {
  server.on(testimonials.list, () => new Promise(() => {}));
  const patience = new AbortController();
  const loading = loaded('/mentorship', patience.signal);
  await waitFor(() => expect(server.requests).toHaveLength(1));
  patience.abort();
  const { client, answer } = await loading;
  expect(answer).toEqual({ status: 200, missing: { testimonials: expect.any(Error) } });
  const html = await drawn(client, '/mentorship');
  for (const { content } of chosen) expect(html).toContain(content);
});

it('rejects if the bookmarks cannot be fetched, so that the web process responds 503', async () => {
  server.on(bookmarks.list, () => {
    throw new ProblemError('unavailable');
  });
  await expect(loaded('/bookmarks')).rejects.toMatchObject({ status: 503 });
});
