/** @alone one of the specs of this batch did not end when they shared modules */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { send } from '../test/web-fixture.js';
import { ownRemotes, type Remotes } from './remotes/remotes.js';
import { serveStaticFiles } from './static-files.js';

const refusals = [400, 403, 404];
/** Bytes that are no text, as those of an icon. */
const icon = Buffer.from([0, 0, 1, 0, 1, 0, 0xff, 0xfe]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

let folder: string;
let app: FastifyInstance;
let url = 'http://127.0.0.1';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docfolio-site-'));
  await mkdir(path.join(folder, 'static/blog'), { recursive: true });
  await writeFile(path.join(folder, 'static/blog/queue.svg'), svg);
  await mkdir(path.join(folder, 'brand'));
  await writeFile(path.join(folder, 'brand/og.png'), 'the picture');
  await writeFile(path.join(folder, 'brand/favicon.ico'), icon);
  await writeFile(path.join(folder, 'brand/site.webmanifest'), '{}');
  app = fastify();
  await serveStaticFiles(app, {
    browserDirectory: folder,
    directory: folder,
    brandDirectory: path.join(folder, 'brand'),
    remotes: {} as Remotes,
    devServers: Object.fromEntries(['shell', ...ownRemotes].map((name) => [name, url])),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it('lets clients cache the site’s pictures for an hour, then revalidate them', async () => {
  const { status, headers, text } = await send(url, '/static/blog/queue.svg');
  expect([status, text]).toEqual([200, svg]);
  expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
  expect(headers['cache-control']).toBe('public, max-age=3600');
  const again = await send(url, '/static/blog/queue.svg', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
});

it('serves /favicon.ico, which browsers ask for on their own, as an icon', async () => {
  const { status, headers, body } = await send(url, '/favicon.ico');
  expect([status, headers['content-type'], body]).toEqual([200, 'image/vnd.microsoft.icon', icon]);
});

it('serves brand files, which cannot be reached through /static', async () => {
  const { status, headers, text } = await send(url, '/og.png');
  expect([status, headers['content-type'], text]).toEqual([200, 'image/png', 'the picture']);
  const manifest = await send(url, '/site.webmanifest');
  expect(manifest.status).toBe(200);
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
  for (const way of ['..', '%2e%2e', '..%2f', '%5c..']) {
    expect(refusals).toContain((await send(url, `/static/${way}/brand/og.png`)).status);
  }
});

it('serves neither folders nor unknown files', async () => {
  for (const target of ['/static/', '/static/blog/', '/static/blog/other.svg']) {
    expect(refusals).toContain((await send(url, target)).status);
  }
});
