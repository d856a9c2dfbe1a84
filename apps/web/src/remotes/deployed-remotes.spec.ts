/** @alone one of the specs of this batch did not end when they shared modules */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { blogPage, sizeOf, tableOf } from '../../test/blog-page.js';
import { DeploymentFixture, publicKey } from '../../test/deployment-fixture.js';
import { hostFile } from '../../test/rendering-fixture.js';
import { integrityOf, script } from '../../test/web-fixture.js';
import { BuildVerdicts } from './build-verdicts.js';
import { DownloadedBuilds } from './downloaded-builds.js';

let fixture: DeploymentFixture;
beforeEach(async () => {
  fixture = await DeploymentFixture.start();
});
afterEach(() => fixture.stop());

const blog = (headers?: Record<string, string>) => blogPage(fixture, headers);

/** Returns the source of a server build that throws at a moment, or never. */
const failing = (at: string) => `
  const { createElement: h } = require('react');
  ${at === 'evaluating' ? "throw new Error('a bug');" : ''}
  exports.load = async () => { ${at === 'loading' ? "throw new Error('a bug');" : 'return { status: 200, tags: [] };'} };
  exports.Routes = () => { ${at === 'rendering' ? "throw new Error('a bug');" : "return h('h1', null, 'New');"} };
`;

const delivered = { heading: 'The delivered blog', build: undefined };

describe('a deployed build', () => {
  it('renders pages, is named in their tables with its fallback, and its files never change', async () => {
    expect(await blog()).toMatchObject(delivered);
    const build = await fixture.publish({ heading: 'Reading list' });
    await fixture.deployAndWait({ current: build });
    const page = await blog();
    expect(page).toMatchObject({ heading: 'Reading list', build, fallback: '/remotes/blog/' });
    const folder = `/remotes/blog/${build}/`;
    expect(tableOf(page.answer.text).blog).toMatchObject({ folder, integrity: integrityOf(script) });
    expect(page.answer.text).toContain(`integrity="${integrityOf('/* the styles of blog */')}"`);
    const entry = await fixture.get(folder + tableOf(page.answer.text).blog.entry, { 'accept-encoding': 'br' });
    expect(entry.headers).toMatchObject({
      ...{ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' },
    });
    expect(brotliDecompressSync(entry.body).toString()).toBe(script);
    expect((await fixture.get(`${folder}mf-manifest.json`)).headers['cache-control']).toContain('immutable');
  });

  it('has a server build, a contract and a signed record that are not public', async () => {
    const build = await fixture.publish();
    await fixture.deployAndWait({ current: build });
    for (const file of [
      'server/server.js',
      '%73erver/server.js',
      'contract.json',
      '.signed-build.json',
      '../../state.json',
    ])
      expect((await fixture.get(`/remotes/blog/${build}/${file}`)).status).toBe(404);
  });

  it('can be one of a remote that was not delivered with the web process', async () => {
    const build = await fixture.publish({ name: 'shop' });
    await fixture.deployAndWait({ name: 'shop', current: build });
    const table = tableOf((await fixture.get('/blog')).text);
    expect(table.shop).toMatchObject({ build, folder: `/remotes/shop/${build}/` });
    expect(table.shop.fallback).toBeUndefined();
    expect((await fixture.get(`/remotes/shop/${build}/mf-manifest.json`)).status).toBe(200);
  });

  it('is downloaded once, and rolled back without a download', async () => {
    const [one, two] = [await fixture.publish({ heading: 'One' }), await fixture.publish({ heading: 'Two' })];
    await fixture.deployAndWait({ current: one });
    await fixture.deployAndWait({ current: two, previous: one });
    expect(await blog()).toMatchObject({ heading: 'Two', fallback: one });
    const downloads = () => fixture.asked.filter((asked) => asked.includes('/files')).length;
    const before = downloads();
    await fixture.deployAndWait({ current: one, previous: null });
    expect(await blog()).toMatchObject({ heading: 'One' });
    await fixture.deployAndWait({ current: null });
    expect(await blog()).toMatchObject(delivered);
    expect(downloads()).toBe(before);
  });

  it('is not taken from an answer that is older than the announcement', async () => {
    const build = await fixture.publish();
    fixture.staleAnswers = 3;
    await fixture.deployAndWait({ current: build });
    expect(fixture.staleAnswers).toBe(0);
  });
});

describe('a build that cannot be trusted is not served', () => {
  /** Deploys a build over a good one, and waits until the log says why it is refused. */
  async function deployBad(bad: string, reason: string): Promise<void> {
    const good = await fixture.publish({ heading: 'The good one' });
    await fixture.deployAndWait({ current: good });
    fixture.deploy({ current: bad, previous: good });
    await fixture.until(() => fixture.log.some((line) => line.includes(reason)));
    expect(await blog()).toMatchObject({ heading: 'The good one', build: good });
    expect(tableOf((await fixture.get('/')).text).blog.build).toBe(good);
  }

  it('if one byte of a file was changed in the store', async () => {
    const bad = await fixture.publish();
    const { files } = fixture.published.get(`blog ${bad}`)!;
    files.get('server/server.js')![10]! ^= 1;
    await deployBad(bad, 'server/server.js does not match its hash');
  });

  it('if a file is longer than its record says', async () => {
    const bad = await fixture.publish();
    const { files } = fixture.published.get(`blog ${bad}`)!;
    files.set('contract.json', Buffer.alloc(10_000_000));
    await deployBad(bad, 'longer than its build record says');
  });

  it('if it is signed with an unknown key', async () => {
    await deployBad(await fixture.publish({ isForeignKey: true }), 'No known key has the id');
  });

  it('if it is signed with the key of another remote', async () => {
    await deployBad(await fixture.publish({ isKeyOfReading: true }), 'may not sign builds of blog');
    const own = await fixture.publish({ isKeyOfReading: true, name: 'reading' });
    await fixture.deployAndWait({ name: 'reading', current: own });
  });

  it('if it is of the CRM, and its key for all other remotes', async () => {
    fixture.deploy({ name: 'crm', current: await fixture.publish({ name: 'crm' }) });
    await fixture.until(() =>
      fixture.log.some((line) => /may not sign builds of crm\. If it should, add crm=MC/.test(line)),
    );
    expect(tableOf((await fixture.get('/')).text).crm.build).toBeUndefined();
  });

  it('if its record was exchanged for the signed record of another build', async () => {
    const [bad, other] = [await fixture.publish(), await fixture.publish({ heading: 'Another' })];
    fixture.published.set(`blog ${bad}`, fixture.published.get(`blog ${other}`)!);
    await deployBad(bad, `belongs to blog ${other}`);
  });

  it('if a file is missing', async () => {
    const bad = await fixture.publish();
    fixture.published.get(`blog ${bad}`)!.files.delete('contract.json');
    await deployBad(bad, 'the gateway responded with 404');
  });

  it.each([
    ['is not JSON', '{"metaData":'],
    ['is not a manifest of Module Federation', '{"metaData":{}}'],
    [
      'names gone.js, which the build does not have',
      '{"metaData":{"globalName":"a","remoteEntry":{"name":"gone.js","path":""}},"exposes":[]}',
    ],
  ])('if its manifest %s', async (reason, manifest) => {
    await deployBad(await fixture.publish({ manifest }), `mf-manifest.json ${reason}`);
  });

  it('if it was built for another shell', async () => {
    await deployBad(await fixture.publish({ contract: 'd'.repeat(64) }), 'was built for another shell');
  });
});

describe('without the object store or the gateway', () => {
  it('a restarted process serves the last builds from its disk', async () => {
    const build = await fixture.publish({ heading: 'From the disk' });
    await fixture.deployAndWait({ current: build });
    fixture.isStoreAway = true;
    await fixture.restart();
    expect(await blog()).toMatchObject({ heading: 'From the disk', build });
  });

  it('a process with an empty disk serves the delivered build, and the deployed one once the store is back', async () => {
    const build = await fixture.publish({ heading: 'The store is back' });
    await fixture.deployAndWait({ current: build });
    fixture.isStoreAway = true;
    await rm(path.join(fixture.folder, 'cache'), { recursive: true });
    await fixture.restart();
    expect(await blog()).toMatchObject(delivered);
    fixture.isStoreAway = false;
    await fixture.until(() => fixture.deployed.served.get('blog')?.current?.record.build === build);
    expect(await blog()).toMatchObject({ heading: 'The store is back' });
  });

  it('a restarted process does not serve a file that was changed on its disk', async () => {
    const build = await fixture.publish({ heading: 'Intact' });
    await fixture.deployAndWait({ current: build });
    const file = path.join(fixture.folder, 'cache/blog', build, 'server/server.js');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Intact', 'Forged'));
    await fixture.restart();
    expect(await blog()).toMatchObject({ heading: 'Intact', build });
    expect(fixture.log.join('\n')).toContain('cached build is damaged');
  });
});

describe('a file that is changed on the disk of a running process', () => {
  const fileOf = (build: string, file: string) => path.join(fixture.folder, 'cache/blog', build, file);

  it('is not sent: the build is downloaded again', async () => {
    const build = await fixture.publish();
    await fixture.deployAndWait({ current: build });
    const { entry, folder } = tableOf((await blog()).answer.text).blog;
    for (const [file, encoding] of [
      [entry, 'identity'],
      [`${entry}.br`, 'br'],
    ] as const) {
      await writeFile(fileOf(build, file), 'alert("forged");');
      const answer = await fixture.get(folder + entry, { 'accept-encoding': encoding });
      const body = encoding === 'br' ? brotliDecompressSync(answer.body) : answer.body;
      expect([answer.status, body.toString()]).toEqual([200, script]);
    }
    fixture.isStoreAway = true;
    await writeFile(fileOf(build, entry), 'alert("forged");');
    const { status, headers } = await fixture.get(folder + entry);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
  });

  it('is not evaluated: pages are rendered by another build until it is downloaded again', async () => {
    const build = await fixture.publish({ heading: 'Intact' });
    await fixture.deployAndWait({ current: build });
    expect(await blog()).toMatchObject({ heading: 'Intact', build });
    const file = fileOf(build, 'server/server.js');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Intact', 'Forged'));
    await fixture.until(async () => {
      const { heading } = await blog();
      // Undefined: the browser renders the page while the files are being replaced.
      expect(heading).not.toBe('Forged');
      return heading === 'Intact' && !(await readFile(file, 'utf8')).includes('Forged');
    });
  });
});

it('A manifest that is changed on disk while its build is downloaded is not used', async () => {
  const build = await fixture.publish();
  const { signed, files } = fixture.published.get(`blog ${build}`)!;
  const directory = path.join(fixture.folder, 'another cache');
  let forged = '';
  const downloads = new DownloadedBuilds({
    ...{ directory, maxBytes: 1_000_000, keys: readPublicKeys(publicKey), log: () => undefined },
    source: {
      states: async () => ({ states: [], sequence: 0 }),
      signedBuild: async () => signed,
      async file(_name, _build, file) {
        if (file === 'contract.json' && forged === '') {
          const manifest = async () => {
            const [partial = ''] = await readdir(path.join(directory, 'blog'));
            return path.join(directory, 'blog', partial, 'mf-manifest.json');
          };
          const content = async () => readFile(await manifest(), 'utf8').catch(() => '');
          await fixture.until(async () => (await content()) === files.get('mf-manifest.json')!.toString());
          forged = (await content()).replace('docfolio_blog', 'docfolio_forged');
          await writeFile(await manifest(), forged);
        }
        return files.get(file)!;
      },
    },
  });
  await expect(downloads.open('blog', build)).rejects.toThrow('mf-manifest.json does not match its hash');
  expect(forged).toContain('docfolio_forged');
  expect((await downloads.open('blog', build)).manifest.metaData.globalName).toBe('docfolio_blog');
});

it('A server build that is changed on disk before its trial is downloaded again, and not blamed', async () => {
  const build = await fixture.publish({ heading: 'Intact' });
  // Not deployed: the web process would replace the file as well.
  const downloaded = await fixture.downloads.open('blog', build);
  const file = path.join(downloaded.folder, 'server/server.js');
  const mark = path.join(fixture.folder, 'forged');
  const log: string[] = [];
  const verdicts = new BuildVerdicts({
    ...{ directory: path.join(fixture.folder, 'cache'), hostFile, gatewayUrl: fixture.gatewayUrl },
    trialProgram: path.join(__dirname, '../../dist/remotes/trial-program.js'),
    read: (...input) => fixture.downloads.file(...input),
    log: (error, message) => void log.push(`${message}: ${(error as Error).message}`),
  });
  const forge = () =>
    writeFile(file, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); throw new Error('forged');`);
  try {
    fixture.isStoreAway = true;
    await forge();
    expect(verdicts.isUsable(downloaded)).toBe(false);
    await verdicts.settled();
    expect(existsSync(mark)).toBe(false);
    expect(log).toEqual(
      [`build of a remote not tried: blog ${build}: the gateway responded with 503`].map(expect.stringContaining),
    );
    fixture.isStoreAway = false;
    await fixture.downloads.open('blog', build);
    await forge();
    expect(verdicts.isUsable(downloaded)).toBe(false);
    await verdicts.settled();
    expect(verdicts.isUsable(downloaded)).toBe(true);
    expect(await readFile(file, 'utf8')).toContain('Intact');
    expect(existsSync(mark)).toBe(false);
  } finally {
    verdicts.stop();
  }
});

describe('a canary', () => {
  it('is served to its share of visitors, who stay in it, and cached pages are not mixed up', async () => {
    const [current, canary] = [await fixture.publish({ heading: 'Stable' }), await fixture.publish({ heading: 'New' })];
    await fixture.deployAndWait({ current, canary: { build: canary, percent: 10 } });
    for (let round = 0; round < 2; round += 1) {
      for (const [bucket, heading] of [
        ['0', 'New'],
        ['9', 'New'],
        ['10', 'Stable'],
        ['99', 'Stable'],
      ] as const) {
        const { answer, ...page } = await blog({ cookie: `other=1; docfolio_bucket=${bucket}` });
        expect([bucket, page.heading]).toEqual([bucket, heading]);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect(await blog({ cookie: 'docfolio_bucket=5' })).toMatchObject({ build: canary, fallback: current });
  });

  it('is given to the visitors of its share by a cookie that no script can read', async () => {
    const [current, canary] = [await fixture.publish({ heading: 'Stable' }), await fixture.publish({ heading: 'New' })];
    await fixture.deployAndWait({ current, canary: { build: canary, percent: 10 } });
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const { build, answer } = await blog();
      const [cookie = ''] = [answer.headers['set-cookie']].flat();
      expect(cookie).toMatch(/^docfolio_bucket=\d{1,2}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
      expect(build === canary).toBe(Number(/=(\d+)/.exec(cookie)![1]) < 10);
    }
  });

  it('sets no cookie while there is none', async () => {
    await fixture.deployAndWait({ current: await fixture.publish() });
    expect((await blog()).answer.headers['set-cookie']).toBeUndefined();
  });

  it.each(['100', '-1', '1x', 'abc', ''])('gives a visitor with the bucket "%s" a new one', async (bucket) => {
    await fixture.deployAndWait({ canary: { build: await fixture.publish(), percent: 50 } });
    const { answer } = await blog({ cookie: `docfolio_bucket=${bucket}` });
    expect(String(answer.headers['set-cookie'])).toMatch(/^docfolio_bucket=\d{1,2};/);
  });
});

describe('a build that fails on the server', () => {
  it.each(['evaluating', 'loading', 'rendering'])(
    'while %s is replaced by the last good one, also in the table',
    async (at) => {
      const good = await fixture.publish({ heading: 'The last good one' });
      const bad = await fixture.publish({ code: failing(at) });
      await fixture.deployAndWait({ current: bad, previous: good });
      for (let visit = 0; visit < 5; visit += 1)
        expect(await blog()).toMatchObject({ heading: 'The last good one', build: good, fallback: '/remotes/blog/' });
    },
  );

  it('is replaced by the delivered one if there is no other', async () => {
    await fixture.deployAndWait({ current: await fixture.publish({ code: failing('rendering') }) });
    expect(await blog()).toMatchObject(delivered);
  });

  it('is tried for three pages a minute only', async () => {
    const bad = await fixture.publish({ code: failing('rendering') });
    await fixture.deployAndWait({ current: bad });
    for (const page of ['a', 'b', 'c', 'd', 'e']) await fixture.get(`/blog/${page}`);
    const failures = fixture.web.log.filter(({ msg }) => msg === 'deployed build failed on the server');
    expect(failures).toHaveLength(3);
  });

  it('that serves an unknown record is not blamed for a page that does not exist', async () => {
    const build = await fixture.publish({
      code: failing('').replace('return { status: 200, tags: [] };', 'return { status: 404, tags: [] };'),
    });
    await fixture.deployAndWait({ current: build });
    expect(await blog()).toMatchObject({ heading: 'New', build });
  });
});

describe('builds that were replaced', () => {
  it('are served while pages that use them may be open, also by a process that never had them', async () => {
    const [old, current, unknown] = [
      await fixture.publish({ heading: 'Old' }),
      await fixture.publish({ heading: 'Current' }),
      await fixture.publish({ heading: 'Never deployed' }),
    ];
    await fixture.deployAndWait({ current, retired: [old] });
    expect((await fixture.get(`/remotes/blog/${old}/mf-manifest.json`)).status).toBe(200);
    expect((await fixture.get(`/remotes/blog/${unknown}/mf-manifest.json`)).status).toBe(404);
    expect((await fixture.get('/remotes/blog/0000000-00000000/mf-manifest.json')).status).toBe(404);
  });

  it('are removed from disk and memory beyond the limit', async () => {
    await fixture.stop();
    fixture = await DeploymentFixture.start({ maxBytes: 10_000 });
    const builds: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const build = await fixture.publish({ heading: `Build ${count}` });
      await fixture.deployAndWait({ current: build, previous: builds.at(-1) ?? null });
      builds.push(build);
    }
    expect((await blog()).heading).toBe('Build 9');
    // The two that are needed, and what fits into the limit.
    await fixture.until(async () => (await sizeOf(path.join(fixture.folder, 'cache/blog'))) < 60_000);
    expect(fixture.deployed.served.get('blog')?.previous?.record.build).toBe(builds.at(-2));
  });

  it('leave memory when no page can be made with them', async () => {
    const code = (heading: string) =>
      `require('node:diagnostics_channel').channel('evaluated').publish('${heading}'); ${failing('').replace("'New'", `'${heading}'`)}`;
    const evaluated: string[] = [];
    const listener = (heading: unknown) => evaluated.push(String(heading));
    subscribe('evaluated', listener);
    const builds: string[] = [];
    for (const heading of ['One', 'Two', 'Three']) builds.push(await fixture.publish({ code: code(heading) }));
    const [one, two, three] = builds;
    await fixture.deployAndWait({ current: one });
    await fixture.deployAndWait({ current: two, previous: one });
    await fixture.deployAndWait({ current: one, previous: null });
    expect(await blog()).toMatchObject({ heading: 'One' });
    expect(evaluated).toEqual(['One', 'Two']);
    await fixture.deployAndWait({ current: three, previous: two });
    await fixture.deployAndWait({ current: one, previous: three });
    expect(await blog()).toMatchObject({ heading: 'One' });
    expect(evaluated.filter((heading) => heading === 'One')).toHaveLength(2);
    unsubscribe('evaluated', listener);
  });
});
