// Generates a remote outside the workspace with `npm run new -- remote`, builds it there, deploys it on a running platform and
// takes it back. Run by `npm test -- --new-remote`.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { timeoutFactor } from '../../../timeout-factor.cjs';
import { ensureChromium } from '../bootstrap/chromium.mjs';
import { root } from './workspace-copy.mjs';

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'docfolio-new-remote-'));
const repository = path.join(folder, 'reading-list');
const owner = { email: 'owner@example.com', password: 'correct-horse-battery' };
/** ms within which a deployment is live for the next page load, on a machine of the usual speed. */
const liveWithin = 5_000 * timeoutFactor;

/** Settings of the user's npm, such as its registry, without those that `npm run` sets for this checkout. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|INIT_CWD|NODE_TEST)/.test(name)),
);

/** Runs a command. @returns its standard output @throws Error with its output if it fails */
function run(command, args, { cwd = repository, ...additional } = {}) {
  try {
    const options = { cwd, env: { ...env, ...additional }, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 };
    return execFileSync(command, args, options).toString().trim();
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  }
}

const npm = (...args) => run('npm', args);
const newRemote = (...args) => run('npm', ['run', '--silent', 'new', '--', 'remote', ...args], { cwd: root });
const install = () => npm('install', '--prefer-offline');
const readJson = (...file) => JSON.parse(readFileSync(path.join(repository, ...file), 'utf8'));

/** Replaces a text in a file of the repository. */
function edit(file, from, to) {
  const before = readFileSync(path.join(repository, file), 'utf8');
  assert.ok(before.includes(from), `${file} contains ${from}`);
  writeFileSync(path.join(repository, file), before.replace(from, to));
}

/** Awaits a condition. @param {() => Promise<boolean>} condition @param {number} timeout in ms */
async function waitFor(what, condition, timeout) {
  for (const until = Date.now() + timeout; ; await delay(50)) {
    if (await condition()) return;
    if (Date.now() > until) throw new Error(`Not within ${timeout} ms: ${what}`);
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

before(() => {
  run('npx', ['nx', 'run-many', '-t', 'build'], { cwd: root, NX_DAEMON: 'false' });
  newRemote('reading-list', '--title', 'Reading list', '--directory', repository);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('a name or folder that is taken is refused, and an existing repository is not touched', () => {
  for (const [problem, ...args] of [
    ['exists and is not empty', 'reading-list', '--directory', repository],
    ['the platform serves something else there', 'contact', '--directory', path.join(folder, 'contact')],
    ['there is an app of this name', 'blog', '--directory', path.join(folder, 'blog')],
    ['not a repository that npm run new -- remote has written', '--update', root],
  ])
    assert.throws(() => newRemote(...args), new RegExp(problem));
  assert.deepEqual(readdirSync(folder), ['reading-list']);
});

test('the repository installs, type-checks, builds and tests outside the workspace, and passes lint', () => {
  install();
  for (const name of readdirSync(path.join(repository, 'node_modules/@docfolio'))) {
    const files = readdirSync(path.join(repository, 'node_modules/@docfolio', name), { recursive: true });
    assert.deepEqual(
      files.filter((file) => /\.spec\.|(^|\/)testing(\/|$)/.test(file)),
      [],
      name,
    );
    assert.ok(files.includes('README.md'), name);
  }
  npm('run', 'typecheck');
  npm('test');
  assert.ok(existsSync(path.join(repository, 'dist/server/server.js')));
  const shell = JSON.parse(readFileSync(path.join(root, 'apps/shell/dist/browser/contract.json'), 'utf8'));
  assert.deepEqual(readJson('dist/contract.json'), shell);
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const rules = ['--error-on-warnings', `--config-path=${root}`, '--vcs-enabled=false'];
  run('node', [biome, 'check', ...rules, 'src', 'test', 'package.json', 'rspack.config.mjs', 'tsconfig.json']);
  run('node', [path.join(root, 'infra/local/lint/prose.mjs'), repository], { cwd: root });
});

test('its dev server serves the remote to the platform that it is started for, and to no other origin', async () => {
  const port = await freePort();
  const platform = 'https://staging.example';
  const dev = spawn('npm', ['run', 'dev'], {
    ...{ cwd: repository, stdio: 'ignore', detached: true },
    env: { ...env, DEV_PORT: String(port), DEV_PLATFORM: platform },
  });
  const exited = new Promise((resolve) => dev.once('exit', resolve));
  try {
    const get = (file) => fetch(`http://localhost:${port}/remotes/reading-list/${file}`).catch(() => undefined);
    await waitFor('the dev server', async () => (await get('contract.json'))?.ok ?? false, 60_000);
    const contract = await get('contract.json');
    assert.equal(contract.headers.get('access-control-allow-origin'), platform);
    assert.equal((await contract.json()).hash, readJson('dist/contract.json').hash);
    assert.deepEqual(await (await get('pages.json')).json(), readJson('src/pages.json'));
    assert.equal((await get('remoteEntry.js')).status, 200);
  } finally {
    // With its children.
    process.kill(-dev.pid, 'SIGTERM');
    await exited;
  }
});

test('packages of another version of the platform fail the tests, and --update replaces them', () => {
  assert.match(newRemote('--update', repository), /The packages are up to date\./);
  const { dependencies, ...current } = readJson('package.json');
  const origin = readFileSync(path.join(repository, 'vendor/platform.json'), 'utf8');
  makeFormerPackages(dependencies['@docfolio/ui'].replace('file:', ''));
  install();
  assert.throws(() => npm('test'), /built before the packages were updated/);
  npm('run', 'build');
  assert.throws(() => npm('test'), /other packages than those in vendor/);

  const { hash } = JSON.parse(origin).contract;
  const formerHash = hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  writeFileSync(path.join(repository, 'vendor/platform.json'), origin.replace(hash, formerHash));
  const printed = newRemote('--update', repository);
  assert.ok(printed.includes(`Old contract ${formerHash}\nNew contract ${hash}`), printed);
  assert.deepEqual(readJson('package.json'), { ...current, dependencies });
  assert.equal(readFileSync(path.join(repository, 'vendor/platform.json'), 'utf8'), origin);
  install();
  npm('run', 'build');
  npm('test');
});

/** Replaces a package by one of another content, as an older version of the platform would have had. */
function makeFormerPackages(file) {
  const formerFile = file.replace(/-[0-9a-f]{8}\.tgz$/, '-00000000.tgz');
  const unpacked = path.join(folder, 'unpacked');
  run('mkdir', [unpacked]);
  run('tar', ['-xzf', file, '-C', unpacked]);
  const runtime = path.join(unpacked, 'package/src/runtime.tsx');
  writeFileSync(runtime, `${readFileSync(runtime, 'utf8')}\nexport const formerVersion = true;\n`);
  run('tar', ['-czf', formerFile, '-C', unpacked, 'package']);
  rmSync(unpacked, { recursive: true });
  rmSync(path.join(repository, file));
  edit('package.json', file, formerFile);
}

test('a team publishes, promotes and rolls back its remote on a running platform', async (t) => {
  const remotes = path.join(repository, 'node_modules/.bin/docfolio-remotes');
  const keyFile = path.join(folder, 'ci.key');
  const { publicKey } = JSON.parse(run(remotes, ['keygen', '--private-key-file', keyFile, '--json']));
  const { startPlatform } = await import(pathToFileURL(path.join(root, 'infra/local/dist/platform.js')).href);
  const platform = await startPlatform({
    root,
    dataDir: path.join(folder, 'data'),
    env: {
      ...{ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, SMTP_URL: '', SEED: 'demo' },
      ...{ RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development', REMOTES_PUBLIC_KEYS: `reading-list=${publicKey}` },
    },
  });
  t.after(() => platform.stop());
  const settings = {
    DOCFOLIO_URL: platform.url,
    DOCFOLIO_TOKEN: await createToken(platform.url),
    REMOTES_PRIVATE_KEY_FILE: keyFile,
  };
  const command = (...args) => run(remotes, args, settings);
  const publish = () => run('npm', ['run', '--silent', 'publish:build'], settings);
  const pathOf = (page) => new URL(page, platform.url).href;
  const get = async (page) => {
    const response = await fetch(pathOf(page));
    return { status: response.status, html: await response.text() };
  };
  const untilStatus = (page, status) =>
    waitFor(`${page} with status ${status}`, async () => (await get(page)).status === status, liveWithin);
  const navigationHas = ({ html }) => /<nav[^>]*>(?:(?!<\/nav>)[\s\S])*href="\/reading-list"/.test(html);

  assert.equal((await get('/reading-list')).status, 404);
  assert.equal(navigationHas(await get('/')), false);
  run('npm', ['test'], settings);

  const first = publish();
  assert.match(first, /^[0-9a-f]{7}-[0-9a-f]{8}$/);
  assert.equal(command('check', 'reading-list', first).includes('failed'), false);
  command('promote', 'reading-list', first, '--reason', 'First notes');
  await untilStatus('/reading-list', 200);

  const { path: executablePath } = await ensureChromium(root, process.env, () => {}, { headless: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  t.after(() => browser.close());
  const errors = [];
  const openPage = async () => {
    const page = await browser.newPage();
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  };

  await t.test('its pages are rendered on the server, and listed for search engines', async () => {
    const list = await get('/reading-list');
    assert.equal(headingOf(list.html), 'Reading list');
    assert.match(list.html, /<title[^>]*>Reading list[^<]*<\/title>/);
    assert.match(list.html, /<meta[^>]* name="description" content="Reading list: notes[^"]*"/);
    assert.match(list.html, /<a[^>]*href="\/blog\/[a-z0-9-]+"/, 'posts that load has fetched');
    assert.equal(navigationHas(list), true);
    assert.equal(navigationHas(await get('/')), true);
    const note = await get('/reading-list/first-steps');
    assert.deepEqual([note.status, headingOf(note.html)], [200, 'First steps']);
    assert.equal((await get('/reading-list/unknown')).status, 404);
    const sitemap = (await get('/sitemap.xml')).html;
    assert.ok(sitemap.includes('/reading-list</loc>'), sitemap);
    assert.equal(sitemap.includes('/reading-list/:id'), false);
  });

  await t.test('a visitor opens them from the navigation and follows their links', async () => {
    const page = await openPage();
    const requests = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(platform.url);
    await page.getByRole('navigation').getByRole('link', { name: 'Reading list' }).first().click();
    const heading = page.getByRole('heading', { level: 1 });
    await heading.getByText('Reading list').waitFor();
    await page.getByRole('link', { name: 'First steps' }).click();
    await heading.getByText('First steps').waitFor();
    await waitFor('the title of the note', async () => /^First steps/.test(await page.title()), liveWithin);
    await page.getByRole('link', { name: 'All notes' }).click();
    await heading.getByText('Reading list').waitFor();
    await waitFor('the title of the list', async () => /^Reading list/.test(await page.title()), liveWithin);
    const scripts = requests.filter((each) => each.startsWith('/remotes/reading-list/') && each.endsWith('.js'));
    assert.ok(scripts.length > 0);
    for (const script of scripts) assert.ok(script.startsWith(`/remotes/reading-list/${first}/`), script);

    // The first page of a visit is hydrated without requests for what it shows.
    requests.length = 0;
    await page.goto(pathOf('/reading-list'));
    await page.locator('html[data-answering="reading-list"]').waitFor();
    assert.deepEqual(
      requests.filter((each) => each.startsWith('/api/v1/posts')),
      [],
    );
    // The utility classes of its own stylesheet apply.
    const columns = page.getByRole('list').filter({ hasText: 'First steps' });
    assert.match(await columns.evaluate((list) => getComputedStyle(list).display), /^grid$/);
    await page.close();
    assert.deepEqual(errors, []);
  });

  edit('src/note-list.page.tsx', 'A remote in a repository of its own.', 'Second edition.');
  const second = publish();
  assert.notEqual(second, first);
  command('promote', 'reading-list', second);
  const shows = (text) => async () => (await get('/reading-list')).html.includes(text);
  await waitFor('the second build', shows('Second edition.'), liveWithin);

  command('rollback', 'reading-list', '--reason', 'Too early');
  await waitFor('the first build', shows('A remote in a repository of its own.'), liveWithin);
  const page = await openPage();
  await page.goto(pathOf('/reading-list'));
  await page.getByText('A remote in a repository of its own.').waitFor();
  assert.deepEqual(errors, []);

  command('rollback', 'reading-list');
  await untilStatus('/reading-list', 404);
  await untilStatus('/reading-list/first-steps', 404);
  await waitFor('the home page without the entry', async () => !navigationHas(await get('/')), liveWithin);
  assert.equal((await get('/sitemap.xml')).html.includes('/reading-list'), false);
  assert.deepEqual(
    await browser.newPage().then(async (other) => {
      await other.goto(platform.url);
      return other.getByRole('link', { name: 'Reading list' }).count();
    }),
    0,
  );
  const { items } = JSON.parse(command('history', 'reading-list', '--json'));
  assert.deepEqual(
    items.map(({ action }) => action),
    ['rolled_back', 'rolled_back', 'promoted', 'promoted'],
  );
});

const headingOf = (html) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');

/** Creates an API token, as the owner does in the CRM. */
async function createToken(url) {
  const post = async (route, body, headers = {}) => {
    const response = await fetch(`${url}/api/v1${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${route}: ${response.status} ${await response.clone().text()}`);
    return response.json();
  };
  const { access_token: session } = await post('/auth/sign-in', owner);
  const request = { name: 'CI', scopes: ['remotes:write:reading-list'] };
  const { token } = await post('/admin/api-tokens', request, { authorization: `Bearer ${session}` });
  return token;
}
