/**
 * Twenty builds of the blog that end, block or break what serves them, each deployed on one platform and rolled back.
 * @subject apps/web/src/remotes apps/web/src/rendering services/media/src/remotes libs/remote-build/src
 * @subject infra/local/src/installation/remotes.ts infra/local/src/supervisor
 * @everyday apps/web/src/remotes/broken-builds.spec.ts
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runRemotes } from '@docfolio/remote-build/cli/run';
import type { Environment } from '@docfolio/remote-build/cli/settings';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { readConfig } from './config.js';
import { localEnvironment } from './installation/remotes.js';
import type { Platform } from './platform.js';
import { startTestPlatform } from './testing/test-platform.js';
import { findRoot } from './workspace.js';

jest.setTimeout(600_000);

/** ms within which a rollback has to work. */
const rollbackLimit = 5_000 * Number(process.env.DOCFOLIO_TIMEOUT_FACTOR ?? 1);
const admin = { email: 'owner@example.com', password: 'correct-horse-battery' };
const root = findRoot();
const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-broken-remotes-'));
const dist = join(dataDir, 'dist');

let platform: Platform;
let env: Environment;
beforeAll(async () => {
  const settings = { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' };
  platform = await startTestPlatform({
    dataDir: join(dataDir, 'data'),
    env: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings },
  });
  env = await localEnvironment(readConfig(root, { PATH: process.env.PATH, DATA_DIR: platform.dataDir }), {});
});
afterAll(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the remotes command. @throws Error with its messages if it fails */
async function command(...args: string[]): Promise<string> {
  const [printed, warned]: [string[], string[]] = [[], []];
  const directory = root;
  const code = await runRemotes(args, {
    ...{ env, directory },
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
  });
  if (code !== 0) throw new Error(warned.join('\n'));
  return printed.join('\n');
}

interface Listed {
  items: { name: string; version: number; current: string | null; canary: object | null }[];
  unserved: { remote: string; build: string; reason: string }[];
}
const list = async () => JSON.parse(await command('list', '--json')) as Listed;
const blog = async () => (await list()).items.find(({ name }) => name === 'blog');

/** Writes the build of the blog with another server build, and returns its folder. */
function buildWith(change: (source: string) => string): string {
  rmSync(dist, { recursive: true, force: true });
  cpSync(join(root, 'apps/blog/dist'), dist, { recursive: true });
  const file = join(dist, 'server/server.js');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return dist;
}
const atStart = (statement: string) => (source: string) => `${statement}\n${source}`;
const inLoad = (statement: string) => (source: string) =>
  `${source}\n{ const { load } = module.exports;
    module.exports = { ...module.exports, load: (page, client) => { ${statement}; return load(page, client); } }; }`;
/** Only in a search: a new build is tried without one. */
const later = (statement: string) => inLoad(`if (page.search.has('search')) { ${statement} }`);

const kinds: Record<string, (source: string) => string> = {
  'throws when it is evaluated': atStart("throw new Error('a bug');"),
  'blocks when it is evaluated': atStart('for (;;);'),
  'needs more memory than there is': atStart('const all = []; for (;;) all.push(new Array(1e6).fill(all.length));'),
  'leaves a rejected promise behind': inLoad("Promise.reject(new Error('a bug'))"),
  'ends the process': inLoad('process.exit(0)'),
  'throws late': inLoad("setTimeout(() => { throw new Error('a bug'); }, 50)"),
  'leaves a rejected promise behind after a while': later("Promise.reject('a bug');"),
  'ends the process after a while': later('setTimeout(() => process.exit(1));'),
  'throws late after a while': later("setTimeout(() => { throw new Error('a bug'); });"),
  'blocks after a while': later('for (;;);'),
};

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${platform.url}${path}`, { headers, signal: AbortSignal.timeout(20_000) });

/** What a visitor and an admin get besides the blog. */
async function expectOthersWork(): Promise<void> {
  for (const path of ['/', '/about', '/contact', '/admin', '/api/v1/posts', '/sitemap.xml', '/remotes.json'])
    expect([path, (await visit(path)).status]).toEqual([path, 200]);
}

async function rollBackInCrm(): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${platform.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(rollbackLimit),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json() as Promise<{ access_token: string }>;
  };
  const { access_token: token } = await post('/auth/sign-in', admin);
  await post('/admin/remotes/blog/rollback', { version: (await blog())?.version, reason: 'Broken' }, token);
}

/** Fails if the rollback takes longer than its limit. */
async function rollBack(by: 'command' | 'CRM'): Promise<void> {
  const began = performance.now();
  await (by === 'CRM' ? rollBackInCrm() : command('rollback', 'blog'));
  expect(performance.now() - began).toBeLessThan(rollbackLimit);
  expect(await blog()).toMatchObject({ current: null, canary: null });
}

describe.each(Object.entries(kinds))('a build that %s', (what, change) => {
  it.each([
    [1, 'command'],
    [100, 'CRM'],
  ] as const)(
    'deployed to %s %% of visitors harms nothing else, is named, and rolled back by %s',
    async (percent, by) => {
      const build = await command('publish', 'blog', '--dist', buildWith(change), '--subject', `${what}, ${percent} %`);
      await command('promote', 'blog', build, '--percent', String(percent));
      const cookie = `docfolio_bucket=${percent === 1 ? 0 : 50}`;
      await waitFor('the build is named', async () => {
        // Visitors of the build, who make it fail. The process may be starting again.
        await visit('/blog?search=a', { cookie }).catch(() => undefined);
        const { unserved } = await list();
        return unserved.some((each) => each.build === build && each.reason.startsWith('It is broken'));
      });
      await waitFor('the blog', async () => (await visit('/blog', { cookie }).catch(() => undefined))?.status === 200);
      await expectOthersWork();
      expect(await command('list')).toContain(`blog ${build} is not served: It is broken`);
      await rollBack(by);
      await waitFor('nothing is named', async () => (await list()).unserved.length === 0);
      await expectOthersWork();
    },
  );
});

it('A build without a readable manifest, or with a file that is too large, cannot be published', async () => {
  buildWith((source) => source);
  for (const text of [
    '',
    '{"metaData":',
    '{}',
    '{"metaData":{"globalName":"a","remoteEntry":{"name":"b","path":""}},"exposes":[]}',
  ]) {
    writeFileSync(join(dist, 'mf-manifest.json'), text);
    await expect(command('publish', 'blog', '--dist', dist)).rejects.toThrow('mf-manifest.json');
  }
  buildWith((source) => source + ' '.repeat(11 * 1024 * 1024));
  await expect(command('publish', 'blog', '--dist', dist)).rejects.toThrow('server/server.js');
  await expectOthersWork();
});

it('A rollback works while the web process hangs', async () => {
  const build = await command('publish', 'blog', '--dist', buildWith(atStart('// a good build')));
  await command('promote', 'blog', build);
  platform.kill('web', 'SIGSTOP');
  try {
    await rollBack('command');
  } finally {
    platform.kill('web', 'SIGCONT');
  }
  await expectOthersWork();
});
