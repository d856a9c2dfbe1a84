import { once } from 'node:events';
/** @alone one of the specs of this batch did not end when they shared modules */
import { rename } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { WebFixture } from '../test/web-fixture.js';

let web: WebFixture;
beforeAll(async () => {
  web = await WebFixture.start();
});
afterAll(() => web.stop());

describe('page URLs', () => {
  it.each([
    ['/', 200, 'Alex Morgan · Software consulting'],
    ['/contact', 200, 'Contact · Alex Morgan · Software consulting'],
    ['/contact?source=mail', 200, 'Contact · Alex Morgan · Software consulting'],
    ['/blog', 200, 'Blog · Alex Morgan · Software consulting'],
    ['/auth', 200, 'Admin Access · Alex Morgan · Software consulting'],
    ['/admin/blog/edit/42', 200, 'Edit Blog Post · Alex Morgan · Software consulting'],
    ['/admin/nope', 404, 'Page not found · Alex Morgan · Software consulting'],
    ['/about-us', 404, 'Page not found · Alex Morgan · Software consulting'],
    ['//evil.example/', 404, 'Page not found · Alex Morgan · Software consulting'],
    ['/%00', 404, 'Page not found · Alex Morgan · Software consulting'],
  ])('responds to %s with %d', async (path, status, title) => {
    const answer = await web.get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain(`<title data-initial>${title}</title>`);
  });

  it.each(['/%E0%A4%A', '/%ff'])('refuses %s, which cannot be decoded', async (path) => {
    expect(await web.get(path)).toMatchObject({
      status: 400,
      text: 'The request is not valid\n',
      headers: { 'x-content-type-options': 'nosniff' },
    });
  });

  it.each(['/contact', '/assets/none.js', '/api/v1/posts'])('refuses a request for %s with two hosts', async (path) => {
    const headers = ['Host', 'alex.example', 'host', 'evil.example'];
    const asked = httpRequest(`${web.url}${path}`, { headers }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer).toMatchObject({ statusCode: 400, headers: { 'x-content-type-options': 'nosniff' } });
  });

  it('redirects a trailing slash', async () => {
    const answer = await web.get('/contact/?a=1');
    expect([answer.status, answer.headers.location]).toEqual([308, '/contact?a=1']);
  });

  it.each([
    ['/%61bout', '/about'],
    ['/%63ontact/?a=%2D', '/contact?a=%2D'],
    ['/Contact', '/contact'],
    ['/BLOG/a%2Db%5Fc', '/blog/a-b_c'],
    ['/Admin/Leads?search=A', '/admin/leads?search=A'],
  ])('redirects %s to %s', async (path, location) => {
    const answer = await web.get(path);
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
  });

  it.each([`/blog/preview/${'A'.repeat(43)}`, '/%2e%2e/contact', '/%2Fcontact', '/Nope'])(
    'leaves %s as it is',
    async (path) => {
      expect((await web.get(path)).headers.location).toBeUndefined();
    },
  );

  it('refuses methods other than GET and HEAD', async () => {
    const answer = await web.get('/about', {}, 'POST');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await web.get('/contact', {}, 'HEAD')).status).toBe(200);
  });

  it('excludes private and missing pages from search engines', async () => {
    const robots = '<meta data-initial name="robots" content="noindex">';
    expect((await web.get('/admin/leads')).text).toContain(robots);
    expect((await web.get('/nope')).text).toContain(robots);
    const contact = (await web.get('/contact')).text;
    expect(contact).not.toContain(robots);
    expect(contact).toContain('<meta data-initial name="description"');
  });
});

describe('a page', () => {
  it('has security headers', async () => {
    const { headers } = await web.get('/contact');
    expect(headers['content-security-policy']).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
        "img-src 'self' data: blob:; font-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('contains only scripts that its policy allows', async () => {
    const { text } = await web.get('/contact');
    for (const [, attributes, content] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect(content === '' || attributes?.includes('type="application/json"')).toBe(true);
    }
    expect(text).not.toMatch(/\son\w+=/);
  });

  it('is revalidated on each request, with 304 while unchanged', async () => {
    const first = await web.get('/contact');
    expect(first.headers['cache-control']).toBe('no-cache');
    const second = await web.get('/contact', { 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.body.length]).toEqual([304, 0]);
    for (const known of [`W/${first.headers.etag}`, `"other", W/${first.headers.etag}`, '*']) {
      expect((await web.get('/contact', { 'if-none-match': known })).status).toBe(304);
    }
    expect((await web.get('/', { 'if-none-match': String(first.headers.etag) })).status).toBe(200);
  });

  it('with a secret URL is not stored and sends no referrer', async () => {
    const { headers, text } = await web.get(`/blog/preview/${'a'.repeat(43)}`);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(text).toContain('<meta data-initial name="robots" content="noindex">');
  });

  it('is sent in the best accepted encoding', async () => {
    const plain = await web.get('/contact', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    const br = await web.get('/contact', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await web.get('/contact', { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([br.headers['content-encoding'], brotliDecompressSync(br.body).toString()]).toEqual(['br', plain.text]);
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', plain.text]);
    expect(br.headers.vary).toBe('accept-encoding');
    expect(br.headers.etag).not.toBe(plain.headers.etag);
  });
});

it('has no probes on the public port', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await web.get(path)).status).toBe(404);
});

it('is ready only if the shell is built', async () => {
  expect(await web.health.readiness()).toEqual({ ready: true, missing: [] });
  const document = path.join(web.folder, 'shell/dist/browser/index.html');
  await rename(document, `${document}.gone`);
  expect(await web.health.readiness()).toEqual({ ready: false, missing: ['built shell'] });
  await rename(`${document}.gone`, document);
});
