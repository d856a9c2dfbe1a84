/** @jest-environment node */

import { queryKeyOf, queryOf } from '@docfolio/api-client/query';
import { createServerQueryClient } from '@docfolio/api-client/query-client';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments } from '@docfolio/contracts/entities/comment';
import { type Post, posts } from '@docfolio/contracts/entities/post';
import { postPreviews } from '@docfolio/contracts/entities/post-preview';
import { SiteOriginProvider } from '@docfolio/ui/runtime';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { items, page, postPage, sampleComment, samplePost, wholePost } from '../test/samples.js';
import { commentsQuery } from './comments/comment-queries.js';
import { listPlaceOf } from './posts/list-place.js';
import { categoriesQuery, neighboursQuery, postListQuery, postQuery, relatedQuery } from './posts/post-queries.js';
import { addressOf, load, Routes } from './server.js';

const pageOfPost = (fields: Partial<Post> = {}) =>
  postPage(1, fields, {
    previous: samplePost(2),
    related: [samplePost(2), samplePost(3), samplePost(4)],
    comments: [sampleComment(1)],
  });

const problem = (code: 'not_found' | 'no_such_route' | 'unavailable') => () => {
  throw new ProblemError(code);
};

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  server.on(posts.categories, items(['AI']));
  server.on(posts.list, page([samplePost(1)], 10));
  server.on(posts.page, ({ path }) =>
    path === '/posts/post-1/page' ? { json: pageOfPost() } : problem('not_found')(),
  );
});
afterEach(() => server.reset());
afterAll(() => server.stop());

/** Loads a page as the web process does. */
async function loadPage(path: string) {
  const client = createServerQueryClient({ fetch: server.fetch });
  const { pathname, searchParams } = new URL(path, 'http://site');
  return {
    client,
    result: await load({ pathname, search: searchParams, patience: new AbortController().signal }, client),
  };
}

const draw = (path: string, client: QueryClient) =>
  renderToString(
    <QueryClientProvider client={client}>
      <SiteOriginProvider origin="https://example.com">
        <StaticRouter location={path}>
          <Routes />
        </StaticRouter>
      </SiteOriginProvider>
    </QueryClientProvider>,
  );

/** The structured data in a page's HTML. */
function structuredData(html: string): { '@graph': Record<string, unknown>[] } {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

describe('the list', () => {
  it.each(['/blog?category=Buy+pills', '/blog?page=99'])('is 404 at %s', async (path) => {
    server.on(posts.list, { json: { items: [], total: 0, page: 1, page_size: 9 } });
    const { client, result } = await loadPage(path);
    expect(result.status).toBe(404);
    expect(draw(path, client)).toContain('<meta name="robots" content="noindex"/>');
  });

  it('is 200 for a search that finds nothing in a category', async () => {
    server.on(posts.list, { json: { items: [], total: 0, page: 1, page_size: 9 } });
    const { result } = await loadPage('/blog?category=AI&search=ferries');
    expect(result.status).toBe(200);
  });

  it('is rendered completely from the loaded data', async () => {
    expect(typeof window).toBe('undefined');
    const { client, result } = await loadPage('/blog?category=AI&page=1');
    expect(result).toEqual({ status: 200, tags: ['posts', 'comments'] });
    const html = draw('/blog?category=AI&page=1', client);
    expect(html).toContain('href="/blog/post-1"');
    expect(html).toContain('Aug 12, 2025');
    expect(html).toContain('href="/blog?category=AI&amp;page=2"');
    expect(html).toMatch(/<form role="search"[^>]* action="\/blog"/);
    expect(html).not.toContain('Loading');
    expect(html).not.toContain('Add New Post');
    expect(draw('/blog?category=AI&page=1', client)).toBe(html);
  });

  it('is rendered without its categories if they cannot be loaded', async () => {
    server.on(posts.categories, problem('unavailable'));
    const { client, result } = await loadPage('/blog');
    expect(result).toMatchObject({ status: 200, missing: { 'GET /categories': { code: 'unavailable' } } });
    expect(draw('/blog', client)).toContain('Post number 1');
  });

  it('is 404 after its last page, and fails if posts cannot be loaded', async () => {
    server.on(posts.list, page([], 10, 3));
    expect((await loadPage('/blog?page=3')).result.status).toBe(404);
    server.on(posts.list, page([]));
    expect((await loadPage('/blog')).result.status).toBe(200);
    server.on(posts.list, problem('unavailable'));
    await expect(loadPage('/blog')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it.each([
  ['/blog?utm_source=mail', '/blog'],
  ['/blog?page=1', '/blog'],
  ['/blog?page=02&category=AI&fbclid=1', '/blog?category=AI&page=2'],
  ['/blog?page=2&page=3', '/blog?page=2'],
  ['/blog?search=+a&category=', '/blog?search=a'],
  ['/blog/post-1?page=2', '/blog/post-1'],
])('reduces %s to the canonical path %s', (address, at) => {
  const { pathname, searchParams } = new URL(address, 'http://site');
  expect(addressOf({ pathname, search: searchParams })).toBe(at);
  expect(listPlaceOf(new URL(at, 'http://site').searchParams)).toEqual(
    pathname === '/blog' ? listPlaceOf(searchParams) : { page: 1 },
  );
});

it('renders a search without caching it', async () => {
  expect((await loadPage('/blog?search=locks')).result).toEqual({ status: 200, tags: undefined });
});

describe('a post', () => {
  it('is rendered with its head, neighbours, comments and related posts', async () => {
    const { client, result } = await loadPage('/blog/post-1');
    expect(result).toEqual({ status: 200, tags: ['posts', 'comments'] });
    const html = draw('/blog/post-1', client);
    for (const words of [
      'Treat the key as a lock.',
      'August 12, 2025',
      'Thought 1',
      'Post number 2',
      'Related articles',
    ])
      expect(html).toContain(words);
    expect(html).not.toContain('Post number 4');
    expect(html).not.toContain('Loading');
    expect(html).toContain('<link rel="canonical" href="https://example.com/blog/post-1"/>');
    expect(html).toContain('<meta property="og:type" content="article"/>');
    expect(html).toContain('<meta name="description" content="What number 1 is about."/>');
  });

  it('has structured data for search engines', async () => {
    server.on(posts.page, { json: pageOfPost({ title: 'No </script><b>way' }) });
    const { client } = await loadPage('/blog/post-1');
    const [article, crumbs] = structuredData(draw('/blog/post-1', client))['@graph'];
    expect(article).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'No </script><b>way',
      description: 'What number 1 is about.',
      datePublished: '2025-08-12T23:30:00.000Z',
      dateModified: '2025-08-14T08:00:00.000Z',
      author: { '@type': 'Person', name: 'Alex Morgan' },
      keywords: 'api, postgres',
      articleSection: 'Architecture',
      mainEntityOfPage: { '@id': 'https://example.com/blog/post-1' },
    });
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://example.com/' },
        { position: 2, name: 'Blog', item: 'https://example.com/blog' },
        { position: 3, name: 'Architecture', item: 'https://example.com/blog?category=Architecture' },
        { position: 4, item: 'https://example.com/blog/post-1' },
      ],
    });
  });

  it('is sent without its markdown', async () => {
    const { client } = await loadPage('/blog/post-1');
    expect(JSON.stringify(client.getQueryData(postQuery('post-1').queryKey))).not.toContain('## When to forget');
  });

  it('is loaded with one request, whose data each part of the page finds under its own key', async () => {
    let requests = 0;
    server.on(posts.page, () => {
      requests += 1;
      return { json: pageOfPost() };
    });
    const { client } = await loadPage('/blog/post-1');
    expect(requests).toBe(1);
    const parts = client.getQueryCache().getAll();
    const { id } = samplePost(1);
    const queries = [postQuery('post-1'), neighboursQuery('post-1'), relatedQuery('post-1'), commentsQuery(id)];
    expect(parts.map(({ queryKey }) => queryKey)).toEqual(queries.map(({ queryKey }) => queryKey));
    expect(parts.map(({ meta }) => meta)).toEqual(queries.map(({ meta }) => meta));
  });

  it('is left to the browser while the gateway is of a release without its operation', async () => {
    server.on(posts.page, problem('no_such_route'));
    await expect(loadPage('/blog/post-1')).rejects.toMatchObject({ code: 'no_such_route' });
    expect((await loadPage(`/blog/${'x'.repeat(600)}`)).result.status).toBe(404);
  });

  it('is 404 if missing, redirects if moved, and fails during an outage', async () => {
    expect((await loadPage('/blog/nothing-here')).result).toEqual({ status: 404, tags: ['posts', 'comments'] });
    server.on(posts.page, { json: pageOfPost({ slug: 'a-better-name' }) });
    expect((await loadPage('/blog/post-1')).result).toMatchObject({ status: 200, location: '/blog/a-better-name' });
    expect((await loadPage('/blog/Not_A_Slug')).result.status).toBe(404);
    server.on(posts.page, problem('unavailable'));
    await expect(loadPage('/blog/post-1')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a preview', () => {
  const path = `/blog/preview/${'a'.repeat(43)}`;

  it('is rendered completely and not cached', async () => {
    server.on(postPreviews.read, {
      json: { ...wholePost(1), published: false, expires_at: '2025-08-20T10:00:00.000Z' },
    });
    const { client, result } = await loadPage(path);
    expect(result).toEqual({ status: 200 });
    const html = draw(path, client);
    expect(html).toContain('Treat the key as a lock.');
    expect(html).toContain('August 20, 2025');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/canonical|application\/ld\+json|<form/);
  });

  it('is 404 with a message after its link expired', async () => {
    server.on(postPreviews.read, problem('not_found'));
    const { client, result } = await loadPage(path);
    expect(result).toEqual({ status: 404 });
    expect(draw(path, client)).toContain('This preview link does not work any more');
  });

  it('fails during an outage', async () => {
    server.on(postPreviews.read, problem('unavailable'));
    await expect(loadPage(path)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('has query keys that begin with the operation', () => {
  const slug = 'post-1';
  expect(postListQuery({ page: 2 }).queryKey).toEqual(queryOf(posts.list, { page: 2 }).queryKey);
  expect(categoriesQuery().queryKey).toEqual(queryOf(posts.categories, {}).queryKey);
  expect(relatedQuery(slug).queryKey).toEqual(queryOf(posts.related, { slug }).queryKey);
  expect(neighboursQuery(slug).queryKey).toEqual(queryOf(posts.neighbours, { slug }).queryKey);
  expect(commentsQuery('x').queryKey).toEqual(queryOf(comments.list, { id: 'x' }).queryKey);
  expect(postQuery(slug).queryKey.slice(0, 1)).toEqual(queryKeyOf(posts.read));
});
