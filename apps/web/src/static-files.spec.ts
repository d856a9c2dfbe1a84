import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { script, WebFixture } from '../test/web-fixture.js';

let web: WebFixture;
beforeAll(async () => {
  web = await WebFixture.start();
});
afterAll(() => web.stop());

const hashed = ['/assets/main.0123456789.js', '/remotes/blog/remoteEntry.0123456789.js'];

it.each(hashed)('lets clients cache the hashed file %s forever', async (file) => {
  const answer = await web.get(file);
  expect(answer).toMatchObject({ status: 200, text: script });
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

it.each(hashed)('sends %s as it was compressed at build time', async (file) => {
  const br = await web.get(file, { 'accept-encoding': 'gzip, deflate, br' });
  expect([br.headers['content-encoding'], brotliDecompressSync(br.body).toString()]).toEqual(['br', script]);
  const gzip = await web.get(file, { 'accept-encoding': 'gzip' });
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', script]);
  expect(br.headers['cache-control']).toContain('immutable');
  expect(br.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  for (const { headers } of [br, gzip, await web.get(file)]) expect(String(headers.vary)).toMatch(/accept-encoding/i);
});

it.each(['/remotes/site/mf-manifest.json', '/remotes.json'])('makes clients revalidate %s', async (file) => {
  const answer = await web.get(file);
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
});

it('sends 304 for an unchanged manifest', async () => {
  const { headers } = await web.get('/remotes/site/mf-manifest.json');
  const again = await web.get('/remotes/site/mf-manifest.json', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
});

it.each([
  '/assets/main.9999999999.js',
  '/assets/',
  '/remotes/blog/nope.js',
  '/remotes/nobody/mf-manifest.json',
  '/remotes/blog/../../shell/dist/browser/index.html',
  '/remotes/blog/..%2f..%2fshell%2fdist%2fbrowser%2findex.html',
  '/assets/..%2findex.html',
])('refuses %s, which is no file of the folder', async (path) => {
  const answer = await web.get(path);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).not.toContain('<html');
});
