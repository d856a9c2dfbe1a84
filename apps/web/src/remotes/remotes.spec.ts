import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf, manifestOf, script, startUpstream, WebFixture, writeRemote } from '../../test/web-fixture.js';

let folder: string;
let web: WebFixture | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docfolio-remotes-'));
});
afterEach(async () => {
  await web?.stop();
  web = undefined;
  await rm(folder, { recursive: true, force: true });
});

const preloadsIn = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)"/g)].map(([, as, href]) => `${as} ${href}`);
const tableIn = (html: string) => JSON.parse(/id="remotes">([^<]*)</.exec(html)![1]!);

async function tableFile(content: string): Promise<string> {
  const file = path.join(folder, 'remotes.json');
  await writeFile(file, content);
  return file;
}

/** Repeats the request, because the manifest of another origin is used by later pages only. */
async function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('preloads the first files of the page’s remote only', async () => {
  web = await WebFixture.start();
  expect(preloadsIn((await web.get('/blog')).text)).toEqual([
    'script /remotes/blog/remoteEntry.0123456789.js',
    'script /remotes/blog/routes.0123456789.js',
    'style /remotes/blog/routes.0123456789.css',
  ]);
  expect(preloadsIn((await web.get('/nope')).text)[0]).toBe('script /remotes/site/remoteEntry.0123456789.js');
});

it('names entry, integrity and fallback of each delivered build in the table, and integrity in preloads', async () => {
  web = await WebFixture.start();
  const { text } = await web.get('/blog');
  expect(tableIn(text)).toMatchObject({
    blog: {
      ...{ folder: '/remotes/blog/', entry: 'remoteEntry.0123456789.js', globalName: 'docfolio_blog' },
      ...{ integrity: integrityOf(script), fallback: '/remotes/blog/' },
    },
  });
  const file = (name: string, content: string) =>
    `href="/remotes/blog/${name}" integrity="${integrityOf(content)}" crossorigin="anonymous"`;
  expect(text).toContain(`as="script" ${file('remoteEntry.0123456789.js', script)}`);
  expect(text).toContain(`as="style" ${file('routes.0123456789.css', '/* the styles of blog */')}`);
});

it('uses a redeployed remote without a restart', async () => {
  web = await WebFixture.start();
  const before = await web.get('/blog');
  const next = path.join(folder, 'next');
  await writeRemote(next, 'blog', 'abcdefabcd');
  await rename(path.join(web.folder, 'blog/dist'), path.join(folder, 'previous'));
  expect(preloadsIn((await web.get('/blog')).text)).toEqual([]);
  await rename(next, path.join(web.folder, 'blog/dist'));
  const after = await web.get('/blog', { 'if-none-match': String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(preloadsIn(after.text)).toContain('script /remotes/blog/remoteEntry.abcdefabcd.js');
});

it('serves pages without preloads when a manifest is broken', async () => {
  web = await WebFixture.start();
  await writeFile(path.join(web.folder, 'blog/dist/mf-manifest.json'), '{"metaData":');
  const answer = await web.get('/blog');
  expect([answer.status, preloadsIn(answer.text)]).toEqual([200, []]);
});

describe('REMOTES_FILE', () => {
  it('adds the origin of a moved remote to the policy', async () => {
    const other = await startUpstream((_incoming, response) => response.end(manifestOf('blog', 'fedcba9876')));
    try {
      web = await WebFixture.start({ REMOTES_FILE: await tableFile(JSON.stringify({ blog: `${other.url}/blog` })) });
      const { text, headers } = await web.get('/blog');
      const { site, blog, crm } = tableIn(text);
      expect([site.folder, blog, crm.folder]).toEqual(['/remotes/site/', `${other.url}/blog/`, '/remotes/crm/']);
      expect(headers['content-security-policy']).toContain(`script-src 'self' ${other.url};`);
      expect(headers['content-security-policy']).toContain(`style-src 'self' ${other.url} 'unsafe-inline';`);
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ${other.url};`);
      expect(String(headers['content-security-policy']).split(other.url)).toHaveLength(4);
      const html = await eventually(
        async () => (await web!.get('/blog')).text,
        (page) => preloadsIn(page).length > 0,
      );
      expect(preloadsIn(html)).toContain(`script ${other.url}/blog/remoteEntry.fedcba9876.js`);
      expect(JSON.parse((await web.get('/remotes.json')).text).blog).toBe(`${other.url}/blog/`);
    } finally {
      await other.stop();
    }
  });

  it('is read again after a change, and ignored while invalid', async () => {
    const file = await tableFile('{"blog":"https://one.example/"}');
    web = await WebFixture.start({ REMOTES_FILE: file });
    expect(tableIn((await web.get('/')).text).blog).toBe('https://one.example/');
    await writeFile(file, '{"blog":"https://second.example/"}');
    await utimes(file, new Date(), new Date(Date.now() + 2000));
    expect(tableIn((await web.get('/')).text).blog).toBe('https://second.example/');
    await writeFile(file, '{"blog":');
    expect(tableIn((await web.get('/')).text).blog).toBe('https://second.example/');
  });

  it.each(['{', '[]', '{"blog":"javascript:alert(1)"}', '{"Blog!":"/x/"}', '{"blog":7}'])(
    'refuses to start with %s',
    async (content) => {
      await expect(WebFixture.start({ REMOTES_FILE: await tableFile(content) })).rejects.toThrow();
    },
  );

  it('cannot end the script element of the page', async () => {
    web = await WebFixture.start({ REMOTES_FILE: await tableFile('{"blog":"/</script><script>alert(1)</script>/"}') });
    const { text } = await web.get('/');
    // The table, and the state of the page.
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(tableIn(text).blog.folder).toBe('/</script><script>alert(1)</script>/');
  });
});

it('serves page and files of dev servers', async () => {
  const dev = await startUpstream((incoming, response) => {
    if (incoming.url === '/index.html') response.end('<head><!-- head --></head><p>from the dev server</p>');
    else response.end(`dev ${incoming.url}`);
  });
  try {
    web = await WebFixture.start({ DEV_SERVERS: JSON.stringify({ shell: dev.url, blog: dev.url }) });
    expect((await web.get('/blog')).text).toContain('from the dev server');
    expect((await web.get('/assets/main.js')).text).toBe('dev /assets/main.js');
    expect((await web.get('/remotes/blog/mf-manifest.json')).text).toBe('dev /remotes/blog/mf-manifest.json');
    expect((await web.get('/remotes/site/mf-manifest.json')).text).toBe(manifestOf('site'));
  } finally {
    await dev.stop();
  }
});
