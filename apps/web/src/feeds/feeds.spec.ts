import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type Page, publicPages } from '@docfolio/site-copy/pages';
import { type FastifyInstance, fastify } from 'fastify';
import { JSDOM } from 'jsdom';
import { type Answer, send, startUpstream } from '../../test/web-fixture.js';
import { serveFeeds } from './feeds.routes.js';

const post = {
  id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  slug: 'queues-that-survive',
  title: 'Queues & <threads> that "survive"\u0001 😀',
  excerpt: 'What a kill -9 teaches ]]> about \ud800 retries',
  category: 'Architecture',
  tags: ['redis', 'c++ & co'],
  featured: false,
  published_at: '2026-02-01T10:00:00.000Z',
  updated_at: '2026-02-03T08:30:00.000Z',
  author_name: 'Alex Morgan',
  read_time: '4 min read',
  likes_count: 0,
  comments_count: 0,
  document: [
    { t: 'p', p: { class: 'lead' }, c: ['Lists & ', { t: 'a', p: { href: '/blog/indexes' }, c: ['indexes'] }, ' < 5'] },
    { t: 'img', p: { src: '/static/blog/queue.svg', alt: 'A queue' } },
  ],
};

let gateway: Awaited<ReturnType<typeof startUpstream>>;
let app: FastifyInstance;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];

function json(items: object[], etag?: string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (etag && request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response
      .writeHead(200, { 'content-type': 'application/json', ...(etag && { etag }) })
      .end(JSON.stringify({ items }));
  };
}

const remotePages: readonly Page[] = [];

async function start(siteUrl?: string): Promise<FastifyInstance> {
  const started = fastify();
  serveFeeds(started, { gatewayUrl: gateway.url, siteUrl, remotePages: async () => remotePages });
  await started.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
  return started;
}

beforeAll(async () => {
  gateway = await startUpstream((request, response) => {
    asked.push(request);
    answer(request, response);
  });
});
beforeEach(async () => {
  asked = [];
  answer = json([post], '"one"');
  app = await start();
});
afterEach(() => app.close());
afterAll(() => gateway.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  send(url, path, { host: 'alex.example', ...headers }, method);

/** @throws SyntaxError for a text that is not well-formed XML. */
function xml(text: string): Document {
  return new new JSDOM('').window.DOMParser().parseFromString(text, 'application/xml');
}
const named = (parent: Document | Element, name: string) => parent.getElementsByTagName(name)[0]?.textContent;

describe('rss.xml', () => {
  it('is RSS 2.0 with full, escaped posts', async () => {
    const { status, headers, text } = await get('/rss.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const feed = xml(text);
    const channel = feed.querySelector('channel')!;
    expect(named(channel, 'title')).toBe('Alex Morgan · Software consulting');
    expect(named(channel, 'link')).toBe('http://alex.example/blog');
    expect(named(channel, 'lastBuildDate')).toBe('Tue, 03 Feb 2026 08:30:00 GMT');
    expect(feed.getElementsByTagName('atom:link')[0]?.getAttribute('href')).toBe('http://alex.example/rss.xml');
    const item = feed.querySelector('item')!;
    expect(named(item, 'title')).toBe('Queues & <threads> that "survive" 😀');
    expect(named(item, 'link')).toBe('http://alex.example/blog/queues-that-survive');
    expect(named(item, 'guid')).toBe('urn:uuid:0f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    expect(item.querySelector('guid')?.getAttribute('isPermaLink')).toBe('false');
    expect(named(item, 'pubDate')).toBe('Sun, 01 Feb 2026 10:00:00 GMT');
    expect(named(item, 'dc:creator')).toBe('Alex Morgan');
    expect(named(item, 'description')).toMatch(/^What a kill -9 teaches \]\]> about .? ?retries$/u);
    expect([...item.querySelectorAll('category')].map(({ textContent }) => textContent)).toEqual([
      'Architecture',
      'redis',
      'c++ & co',
    ]);
    expect(named(item, 'content:encoded')).toBe(
      '<p>Lists &amp; <a href="http://alex.example/blog/indexes">indexes</a> &lt; 5</p>' +
        '<img src="http://alex.example/static/blog/queue.svg" alt="A queue">',
    );
  });

  it('is valid without posts', async () => {
    answer = json([]);
    const feed = xml((await get('/rss.xml')).text);
    expect(feed.querySelectorAll('item')).toHaveLength(0);
    expect(feed.querySelectorAll('lastBuildDate')).toHaveLength(0);
  });
});

it('feed.json is JSON Feed 1.1', async () => {
  const { headers, text } = await get('/feed.json');
  expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
  const { items, ...feed } = JSON.parse(text);
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Alex Morgan · Software consulting',
    home_page_url: 'http://alex.example/blog',
    feed_url: 'http://alex.example/feed.json',
  });
  expect(items).toEqual([
    {
      id: 'urn:uuid:0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      url: 'http://alex.example/blog/queues-that-survive',
      title: post.title,
      summary: expect.stringContaining('What a kill -9 teaches'),
      content_html: expect.stringContaining('<a href="http://alex.example/blog/indexes">indexes</a>'),
      date_published: post.published_at,
      date_modified: post.updated_at,
      authors: [{ name: 'Alex Morgan' }],
      tags: ['Architecture', 'redis', 'c++ & co'],
    },
  ]);
});

describe('sitemap.xml', () => {
  it('lists indexable pages, and posts with their last change', async () => {
    answer = json([{ slug: 'queues', updated_at: '2026-02-03T08:30:00.000Z' }], '"two"');
    const { headers, text } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const map = xml(text);
    expect(map.documentElement.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    const places = [...map.querySelectorAll('loc')].map(({ textContent }) => textContent);
    expect(places).toContain('http://alex.example/');
    expect(places).toContain('http://alex.example/privacy');
    expect(places).toContain('http://alex.example/blog/queues');
    expect(places).toHaveLength(publicPages.filter(({ description }) => description).length + 1);
    expect(places.filter((place) => /admin|auth|:slug|newsletter/.test(place ?? ''))).toEqual([]);
    expect([...map.querySelectorAll('lastmod')].map(({ textContent }) => textContent)).toEqual([
      '2026-02-03T08:30:00.000Z',
    ]);
  });

  it('has at most 50,000 URLs', async () => {
    const many = Array.from({ length: 50_000 }, (_, n) => ({ slug: `post-${n}`, updated_at: post.updated_at }));
    answer = json(many);
    const { text } = await get('/sitemap.xml');
    expect(text.match(/<loc>/g)).toHaveLength(50_000);
    expect(text).toContain('/blog/post-0<');
    expect(text).not.toContain('/blog/post-49999<');
  });
});

it('robots.txt names the sitemap and excludes private pages', async () => {
  const { headers, text } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toContain('\nSitemap: http://alex.example/sitemap.xml\n');
  for (const path of ['/admin', '/auth', '/api/']) expect(text).toContain(`\nDisallow: ${path}\n`);
  expect(asked).toEqual([]);
});

describe('URLs in feeds', () => {
  it('of the posts are absolute, and no id is there twice', async () => {
    const heading = { t: 'h2', p: { id: 'part-two' }, c: ['Part two'] };
    const links = ['other-post', '#part-two', '?page=2', '../about', 'mailto:a@b.example'].map((href) => ({
      t: 'a',
      p: { href },
      c: ['x'],
    }));
    const document = [heading, { t: 'p', c: [...links, { t: 'img', p: { src: 'pic.png', alt: '' } }] }];
    answer = json([
      { ...post, document },
      { ...post, id: post.id.replace('0f', '0e'), slug: 'second', document },
    ]);
    const rss = [...xml((await get('/rss.xml')).text).getElementsByTagName('content:encoded')];
    const { items } = JSON.parse((await get('/feed.json')).text);
    const texts = [
      ...rss.map(({ textContent }) => textContent),
      ...items.map((item: object) => Object(item).content_html),
    ];
    const urls = (slug: string) => [
      'http://alex.example/blog/other-post',
      `http://alex.example/blog/${slug}#part-two`,
      `http://alex.example/blog/${slug}?page=2`,
      'http://alex.example/about',
      'mailto:a@b.example',
      'http://alex.example/blog/pic.png',
    ];
    const [one, two] = [urls('queues-that-survive'), urls('second')];
    expect(texts.map((text) => [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => url))).toEqual([
      ...[one, two, one, two],
    ]);
    for (const feed of [texts.slice(0, 2), texts.slice(2)]) {
      const ids = feed.flatMap((text) => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  it('begin with SITE_URL if it is set', async () => {
    await app.close();
    app = await start('https://alex.example/');
    for (const path of ['/rss.xml', '/feed.json', '/sitemap.xml', '/robots.txt']) {
      const { text } = await get(path, { host: 'evil.example' });
      expect(text).toContain('https://alex.example/');
      expect(text).not.toContain('evil');
    }
  });

  it('need a valid host', async () => {
    expect((await get('/rss.xml', { host: '"><script>' })).status).toBe(400);
  });

  it('begin with the host of each request', async () => {
    expect((await get('/rss.xml', { host: 'one.example' })).text).toContain('http://one.example/blog/queues');
    expect((await get('/rss.xml', { host: 'two.example' })).text).toContain('http://two.example/blog/queues');
  });
});

describe('a repeated request', () => {
  it('gets 304 while nothing has changed, here and at the gateway', async () => {
    const first = await get('/rss.xml');
    const again = await get('/rss.xml', { 'if-none-match': String(first.headers.etag) });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
    answer = json([{ ...post, title: 'Changed' }], '"two"');
    const changed = await get('/rss.xml', { 'if-none-match': String(first.headers.etag) });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('<title>Changed</title>');
  });

  it('forwards only the address of the visitor to the gateway', async () => {
    await get('/rss.xml', { cookie: 'a=b', authorization: 'Bearer x', 'x-forwarded-for': '9.9.9.9' });
    expect(asked[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is compressed if accepted, and HEAD has no body', async () => {
    const packed = await get('/rss.xml', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toContain('<rss');
    const head = await get('/rss.xml', {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('while posts cannot be read', () => {
  const paths = ['/rss.xml', '/feed.json', '/sitemap.xml'];

  it.each(paths)('%s is 503 with Retry-After', async (path) => {
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end('{}');
    const { status, headers } = await get(path);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '7', 'no-store']);
  });

  it.each(paths)('%s is 503 without a gateway, or with an invalid response', async (path) => {
    answer = (_request, response) => response.destroy();
    const gone = await get(path);
    expect([gone.status, gone.headers['retry-after']]).toEqual([503, '10']);
    answer = (_request, response) => response.end('<html>');
    expect((await get(path)).status).toBe(503);
  });

  it('a stale feed is not served', async () => {
    expect((await get('/rss.xml')).status).toBe(200);
    answer = (_request, response) => response.destroy();
    expect((await get('/rss.xml')).status).toBe(503);
    answer = json([post], '"one"');
    expect((await get('/rss.xml')).status).toBe(200);
  });
});
