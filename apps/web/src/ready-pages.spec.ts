/** @alone one of the specs of this batch did not end when they shared modules */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { bodyOf, RenderingFixture } from '../test/rendering-fixture.js';
import { ReadyPages } from './ready-pages.js';

let fixture: RenderingFixture;
const start = async (...options: Parameters<typeof RenderingFixture.start>) => {
  fixture = await RenderingFixture.start(...options);
};
afterEach(() => fixture.stop());

const post = '/blog/a';
const find = jest.spyOn(ReadyPages.prototype, 'find');
/** Whether the last request was served without reading a file. */
const wasReady = () => find.mock.results.at(-1)?.value !== undefined;

/** Requests a page until it is sent without reading a file. */
async function warmUp(headers: Record<string, string> = {}): Promise<void> {
  do await fixture.get(post, headers);
  while (!wasReady());
}

describe('a page that was sent before', () => {
  beforeEach(() => start());

  it('has the same status, headers and body', async () => {
    const first = await fixture.get(post);
    expect(wasReady()).toBe(false);
    await warmUp();
    const same = { date: '' };
    const again = await fixture.get(post);
    expect(wasReady()).toBe(true);
    expect({ ...again.headers, ...same }).toEqual({ ...first.headers, ...same });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('is sent in the encoding that each request accepts', async () => {
    const plain = await fixture.get(post);
    const encoded = { 'accept-encoding': 'gzip, br' };
    await warmUp(encoded);
    const answer = await fixture.get(post, encoded);
    expect([answer.headers['content-encoding'], String(brotliDecompressSync(answer.body))]).toEqual(['br', plain.text]);
    expect((await fixture.get(post)).text).toBe(plain.text);
    expect((await fixture.get(post, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  it('is 304 for its ETag, and whole for that of another encoding', async () => {
    await warmUp();
    const { etag } = (await fixture.get(post)).headers;
    const current = await fixture.get(post, { 'if-none-match': String(etag) });
    expect([current.status, current.text, current.headers.etag]).toEqual([304, '', etag]);
    expect((await fixture.get(post, { 'if-none-match': String(etag), 'accept-encoding': 'br' })).status).toBe(200);
    expect((await fixture.get(post, {}, 'HEAD')).text).toBe('');
  });

  it('is rendered again right after an invalidation', async () => {
    await warmUp();
    fixture.answer({ words: 'new words' });
    fixture.gatewaySequence = 1;
    fixture.feed.invalidate(['posts']);
    expect(bodyOf(await fixture.get(post))).toContain('new words');
  });

  it('names the host of each request', async () => {
    await warmUp();
    await warmUp({ host: 'other.example' });
    expect((await fixture.get(post, { host: 'other.example' })).text).toContain('href="http://other.example/blog/a"');
    expect((await fixture.get(post)).text).not.toContain('other.example');
  });

  it('is not sent to a browser with the cookie of a posted form', async () => {
    await warmUp();
    const value = Buffer.from(JSON.stringify({ path: post, form: 'comment', values: {} })).toString('base64url');
    const answer = await fixture.get(post, { cookie: `form_outcome=${value}` });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'set-cookie': [expect.stringMatching(/^form_outcome=;/)],
    });
  });

  it('removes an invalid override from the browser’s cookie', async () => {
    await warmUp();
    const answer = await fixture.get(post, { cookie: 'other=1; docfolio_override=invalid' });
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^docfolio_override=;/)]);
  });

  it('is sent to a browser with other cookies', async () => {
    await warmUp();
    expect((await fixture.get(post, { cookie: 'docfolio_bucket=7' })).headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['server build', () => fixture.deploy('blog', 'A new blog'), 'A new blog'],
    [
      'template',
      () =>
        writeFile(
          path.join(fixture.web.folder, 'shell/dist/browser/index.html'),
          '<html><head><!-- head --></head><body class="new-template"><div id="root"></div><!-- state --></body></html>',
        ),
      'new-template',
    ],
  ])('shows a replaced %s within a second', async (_part, replace, text) => {
    await warmUp();
    await replace();
    const began = performance.now();
    while (!(await fixture.get(post)).text.includes(text)) expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('closes its connection during shutdown', async () => {
    await warmUp();
    fixture.web.health.stop();
    expect((await fixture.get(post)).headers.connection).toBe('close');
  });
});

it('names the origin that a trusted proxy forwards', async () => {
  await start({ TRUSTED_PROXIES: '127.0.0.1' });
  await warmUp();
  const forwarded = { 'x-forwarded-host': 'site.example', 'x-forwarded-proto': 'https' };
  expect((await fixture.get(post, forwarded)).text).toContain('href="https://site.example/blog/a"');
  expect((await fixture.get(post)).text).not.toContain('site.example');
});

it('names the configured origin for every host', async () => {
  await start({ SITE_URL: 'https://site.example' });
  await warmUp();
  expect((await fixture.get(post, { host: 'other.example' })).text).toContain('href="https://site.example/blog/a"');
});
