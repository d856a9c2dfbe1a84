/** @alone one of the specs of this batch did not end when they shared modules */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteName, reservedRemoteNames } from '@docfolio/contracts/entities/remote';
import { DeploymentFixture } from '../../test/deployment-fixture.js';
import { bodyOf } from '../../test/rendering-fixture.js';
import { type Answer, send, startUpstream, WebFixture } from '../../test/web-fixture.js';

const shelf = {
  ...{ path: '/reading', title: 'Reading list', description: 'Books that changed how I work.' },
  nav: { group: 'Reference', icon: 'bookmark' },
};
const book = { path: '/reading/:id', title: 'Book', ownBreadcrumb: true };
const suggestion = { path: '/reading/suggest/book', title: 'Suggest a book', hasForms: true };

let fixture: DeploymentFixture;
beforeEach(async () => {
  fixture = await DeploymentFixture.start();
});
afterEach(() => fixture.stop());

const publish = (pages: object[], more: { heading?: string; code?: string } = {}) =>
  fixture.publish({ name: 'reading', heading: 'The reading list', pages, ...more });
const deploy = (change: object) => fixture.deployAndWait({ name: 'reading', ...change });
const heading = (answer: Answer) => /<main.*?<h1[^>]*>([^<]*)/s.exec(bodyOf(answer))?.[1];
const entries = (answer: Answer) =>
  [...bodyOf(answer).matchAll(/<a [^>]*href="(\/reading[^"]*)"[^>]*>.*?<\/a>/gs)].map(([, href]) => href);
const listed = ({ text }: Answer) => JSON.parse(/id="page-state">([^<]*)</.exec(text)![1]!).pages;

async function expectUnavailable(page: string): Promise<void> {
  const answer = await fixture.get(page);
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
  expect(bodyOf(await fixture.get('/blog'))).toContain(`href="${page}"`);
}

describe('the pages of a deployed build', () => {
  it('are rendered, in the navigation of every page, and in the state from which the browser starts', async () => {
    await deploy({ current: await publish([shelf, book]) });
    const answer = await fixture.get('/reading');
    expect([answer.status, heading(answer), answer.headers['cache-control']]).toEqual([
      ...[200, 'The reading list', 'no-cache'],
    ]);
    expect(bodyOf(answer)).toMatch(/aria-label="Breadcrumb".*Reading list/s);
    expect(listed(answer)).toEqual([
      { ...shelf, remote: 'reading' },
      { ...book, remote: 'reading' },
    ]);
    expect(answer.text).toContain('/remotes/reading/');
    const blog = await fixture.get('/blog');
    expect([entries(blog), listed(blog)]).toEqual([['/reading'], listed(answer)]);
    const detail = await fixture.get('/reading/42');
    expect([detail.status, heading(detail), bodyOf(detail).includes('Breadcrumb')]).toEqual([
      ...[200, 'The reading list', false],
    ]);
  });

  it('are 404 for other paths, and redirected to without a trailing slash', async () => {
    await deploy({ current: await publish([shelf, book]) });
    for (const unknown of ['/reading/42/notes', '/readings']) expect((await fixture.get(unknown)).status).toBe(404);
    expect((await fixture.get('/Reading')).headers.location).toBe('/reading');
    const answer = await fixture.get('/reading/?a=1');
    expect([answer.status, answer.headers.location]).toEqual([308, '/reading?a=1']);
  });

  it('end with a rollback to no build, in navigation, routing and sitemap', async () => {
    const build = await publish([shelf]);
    await deploy({ current: build });
    expect((await fixture.get('/reading')).status).toBe(200);
    await deploy({ current: null, previous: build });
    const answer = await fixture.get('/reading');
    expect([answer.status, entries(answer), listed(answer)]).toEqual([404, [], undefined]);
    expect(entries(await fixture.get('/blog'))).toEqual([]);
  });

  it('are those of the canary for its visitors only', async () => {
    await deploy({ current: await publish([shelf]) });
    const canary = await publish([shelf, suggestion], { heading: 'The new reading list' });
    await deploy({ canary: { build: canary, percent: 10 } });
    const status = async (bucket: number) =>
      (await fixture.get(suggestion.path, { cookie: `docfolio_bucket=${bucket}` })).status;
    expect([await status(9), await status(10)]).toEqual([200, 404]);
    const pages = async (bucket: number) =>
      listed(await fixture.get('/blog', { cookie: `docfolio_bucket=${bucket}` })).length;
    expect([await pages(9), await pages(10), await pages(9)]).toEqual([2, 1, 2]);
  });

  it('change with the next build, also in pages that were cached', async () => {
    await deploy({ current: await publish([shelf]) });
    expect(entries(await fixture.get('/blog'))).toEqual(['/reading']);
    const renamed = { ...shelf, title: 'Books' };
    await deploy({ current: await publish([renamed]) });
    expect(bodyOf(await fixture.get('/blog'))).toContain('>Books<');
  });

  it('get title and description of their row if the remote renders none', async () => {
    const untitled = `
      const { createElement: h } = require('react');
      exports.load = async () => ({ status: 200, tags: [] });
      exports.Routes = () => h('h1', null, 'Untitled');`;
    await deploy({ current: await publish([shelf, book], { code: untitled }) });
    const answer = await fixture.get('/reading');
    expect(heading(answer)).toBe('Untitled');
    expect(answer.text).toContain('<title data-initial>Reading list · Alex Morgan · Software consulting</title>');
    expect(answer.text).toContain(`<meta data-initial name="description" content="${shelf.description}">`);
    expect((await fixture.get('/reading/1')).text).toContain('<meta data-initial name="robots" content="noindex">');
    const titled = await fixture.get('/blog');
    expect([titled.text.includes('data-initial'), titled.text.split('<title').length]).toEqual([false, 2]);
  });

  it('are unavailable, not gone, while no build fits the running shell', async () => {
    const build = await fixture.publish({ name: 'reading', pages: [shelf, book], contract: 'd'.repeat(64) });
    fixture.deploy({ name: 'reading', current: build });
    await fixture.until(() => fixture.deployed.unserved.length > 0);
    expect(fixture.deployed.unserved).toEqual([
      { remote: 'reading', build, reason: expect.stringContaining('was built for another shell') },
    ]);
    for (const page of ['/reading', '/reading/42']) {
      const answer = await fixture.get(page);
      expect([page, answer.status, answer.headers['retry-after']]).toEqual([page, 503, '60']);
      expect(listed(answer)).toHaveLength(2);
    }
    expect((await fixture.get('/reading/42/notes')).status).toBe(404);
    const other = await fixture.get('/blog');
    expect([other.status, entries(other)]).toEqual([200, ['/reading']]);
    await deploy({ current: await publish([shelf, book]), previous: build });
    expect((await fixture.get('/reading')).status).toBe(200);
    // Nobody misses an old build that no page would get.
    expect(fixture.deployed.unserved).toEqual([]);
    await deploy({ current: null, previous: null });
    expect((await fixture.get('/reading')).status).toBe(404);
  });

  it.each([
    ['is signed with an unknown key', { isForeignKey: true }, 'No known key has the id'],
    ['is signed with the key of another remote', { isKeyOfReading: true }, 'may not sign builds of shelf'],
    ['has an invalid manifest', { manifest: '{}' }, 'is not a manifest of Module Federation'],
  ])('are unavailable, not gone, while their build %s', async (_, options, reason) => {
    const pages = [{ ...shelf, path: '/shelf' }];
    const build = await fixture.publish({ name: 'shelf', pages, ...options });
    fixture.deploy({ name: 'shelf', current: build });
    await fixture.until(() => fixture.deployed.unserved.length > 0);
    expect(fixture.deployed.unserved).toEqual([{ remote: 'shelf', build, reason: expect.stringContaining(reason) }]);
    await expectUnavailable('/shelf');
    await fixture.restart();
    await expectUnavailable('/shelf');
  });

  it('are unavailable, not gone, while a process with an empty disk cannot download their build', async () => {
    const build = await publish([shelf, book]);
    await deploy({ current: build });
    fixture.isStoreAway = true;
    await rm(path.join(fixture.folder, 'cache'), { recursive: true });
    await fixture.restart();
    await expectUnavailable('/reading');
    expect(fixture.deployed.unserved).toEqual([
      { remote: 'reading', build, reason: expect.stringContaining('the gateway responded with 503') },
    ]);
    fixture.isStoreAway = false;
    await fixture.until(async () => (await fixture.get('/reading')).status === 200);
    expect(fixture.deployed.unserved).toEqual([]);
  });

  it('are 404 if the record at their build is that of another remote', async () => {
    const [build, other] = [await publish([shelf]), await fixture.publish({ name: 'books' })];
    fixture.published.set(`reading ${build}`, fixture.published.get(`books ${other}`)!);
    fixture.deploy({ name: 'reading', current: build });
    await fixture.until(() => fixture.deployed.unserved.length > 0);
    expect((await fixture.get('/reading')).status).toBe(404);
  });

  it('do not name a canary that could not be downloaded, which media would roll back', async () => {
    await deploy({ current: await publish([shelf]) });
    const canary = await publish([shelf], { heading: 'The new reading list' });
    fixture.isStoreAway = true;
    fixture.deploy({ name: 'reading', canary: { build: canary, percent: 10 } });
    await fixture.until(() => fixture.log.some((line) => line.includes(`not served: reading ${canary}`)));
    expect(fixture.deployed.unserved).toEqual([]);
  });

  it('never take the place of a page of the platform', async () => {
    const build = await fixture.publish({
      ...{ name: 'blog', heading: 'The new blog' },
      pages: [
        { path: '/blog', title: 'My blog', nav: { group: 'Guide', icon: 'pen' } },
        { path: '/blog/archive', title: 'Archive' },
        { path: '/blog/reading/list', title: 'Reading' },
      ],
    });
    await fixture.deployAndWait({ current: build });
    expect(listed(await fixture.get('/blog')).map(({ path }: { path: string }) => path)).toEqual([
      '/blog/reading/list',
    ]);
    expect(heading(await fixture.get('/blog/reading/list'))).toBe('The new blog');
  });

  it('are 404 while the build that lists them fails on the server and the one before does not', async () => {
    const good = await publish([shelf]);
    const throws = "exports.load = async () => { throw new Error('a bug'); }; exports.Routes = () => null;";
    await deploy({ current: await publish([shelf, suggestion], { code: throws }), previous: good });
    const answer = await fixture.get(suggestion.path);
    expect([answer.status, heading(answer)]).toEqual([404, 'The delivered site']);
    expect(heading(await fixture.get('/reading'))).toBe('The reading list');
  });

  it('accept forms if they say so', async () => {
    const form = `
      const { createElement: h } = require('react');
      exports.load = async () => ({ status: 200, tags: [] });
      exports.Routes = () => h('h1', null, 'Form');
      exports.submit = async ({ fields }) => ({ location: '/reading', outcome: { kind: 'sent', form: 'book', values: fields } });`;
    await deploy({ current: await publish([shelf, suggestion], { code: form }) });
    const post = (target: string, headers = {}) =>
      send(
        fixture.web.url,
        target,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        'POST',
        'title=Walden',
      );
    const sent = await post(suggestion.path);
    expect([sent.status, sent.headers.location]).toEqual([303, '/reading']);
    const refused = await Promise.all([
      post('/reading'),
      post(`${suggestion.path}/`),
      post('/nowhere'),
      post(suggestion.path, { 'sec-fetch-site': 'cross-site' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([405, 405, 405, 403]);
  });
});

describe('pages.json', () => {
  it('of a delivered build is read, and again after a change', async () => {
    const file = path.join(fixture.web.folder, 'blog/dist/pages.json');
    const page = { path: '/blog/reading/list', title: 'Reading' };
    expect((await fixture.get(page.path)).status).toBe(404);
    await writeFile(file, JSON.stringify([page]));
    expect((await fixture.get(page.path)).status).toBe(200);
    await rm(file);
    expect((await fixture.get(page.path)).status).toBe(404);
    await writeFile(file, '[{"path":"/elsewhere","title":"Elsewhere"}]');
    expect((await fixture.get('/elsewhere')).status).toBe(404);
    expect(fixture.web.log.at(-1)?.msg).toBe('pages of remote blog are invalid');
  });

  it('of a deployed build is not public', async () => {
    const build = await publish([shelf]);
    await deploy({ current: build });
    expect((await fixture.get(`/remotes/reading/${build}/pages.json`)).status).toBe(404);
  });

  it('of a remote on another origin is read from there', async () => {
    const manifest = JSON.stringify({
      metaData: { globalName: 'docfolio_reading', remoteEntry: { name: 'remoteEntry.js', path: '' } },
      exposes: [],
    });
    const files: Record<string, string> = { '/mf-manifest.json': manifest, '/pages.json': JSON.stringify([shelf]) };
    const origin = await startUpstream((request, response) => {
      const body = files[String(request.url)];
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    const tableFile = path.join(fixture.folder, 'remotes.json');
    await writeFile(tableFile, JSON.stringify({ reading: origin.url }));
    const web = await WebFixture.start({ REMOTES_FILE: tableFile });
    try {
      await fixture.until(async () => (await web.get('/reading')).status === 200);
      expect(listed(await web.get('/about'))).toEqual([{ ...shelf, remote: 'reading' }]);
    } finally {
      await web.stop();
      await origin.stop();
    }
  });
});

it('lists pages of current builds with a description in the sitemap', async () => {
  const source = await startUpstream((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(String(request.url).endsWith('/sitemap') ? '{"items":[]}' : '{}');
  });
  const build = await publish([shelf, book, suggestion]);
  await deploy({ canary: { build, percent: 50 } });
  const web = await WebFixture.start({ GATEWAY_URL: source.url }, { deployed: fixture.deployed });
  try {
    const sitemap = async () => {
      const { status, text } = await web.get('/sitemap.xml', { host: 'alex.example' });
      return [status, text.match(/http:\/\/alex.example\/reading[^<]*/g)];
    };
    expect(await sitemap()).toEqual([200, null]);
    await deploy({ canary: null, current: build });
    expect(await sitemap()).toEqual([200, ['http://alex.example/reading']]);
    await deploy({ current: null });
    expect(await sitemap()).toEqual([200, null]);
  } finally {
    await web.stop();
    await source.stop();
  }
});

it('reserves the names below which the web process serves something itself', () => {
  const names = fixture.web.paths().map((route) => route.split('/')[1]!);
  const taken = names.filter((name) => remoteName.safeParse(name).success);
  expect(taken).toEqual(expect.arrayContaining(['api', 'assets', 'images', 'remotes', 'static']));
  expect(taken.filter((name) => !reservedRemoteNames.includes(name))).toEqual([]);
});
