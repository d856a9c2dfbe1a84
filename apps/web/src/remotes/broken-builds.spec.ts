/** @alone it starts the compiled web process with builds that end or block it */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DeploymentFixture, publicKey } from '../../test/deployment-fixture.js';
import { send } from '../../test/web-fixture.js';

const main = path.join(__dirname, '../../dist/main.js');
const contractFile = path.join(__dirname, '../../../shell/dist/browser/contract.json');
const { hash: contract } = JSON.parse(readFileSync(contractFile, 'utf8')) as { hash: string };

let fixture: DeploymentFixture;
let web: ChildProcess | undefined;
let url = '';
let lines: { msg: string; remote?: string; err?: { message: string } }[] = [];

beforeEach(async () => {
  fixture = await DeploymentFixture.start();
});
afterEach(async () => {
  web?.kill('SIGKILL');
  await fixture.stop();
});

/** Starts the compiled web process on the fixture's gateway. Its cache stays until the end of a test. */
async function startWeb(): Promise<void> {
  web = spawn(process.execPath, [main], {
    env: {
      ...{ PATH: process.env.PATH, DRAIN_SECONDS: '0', PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: fixture.gatewayUrl },
      ...{ REMOTES_PUBLIC_KEYS: publicKey, REMOTES_CACHE_DIR: path.join(fixture.folder, 'process cache') },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  lines = [];
  await new Promise<void>((resolve, reject) => {
    web!.once('exit', () => reject(new Error('It ended before it listened')));
    createInterface({ input: web!.stdout! }).on('line', (line) => {
      const parsed = JSON.parse(line);
      lines.push(parsed);
      if (parsed.msg !== 'listening') return;
      url = `http://127.0.0.1:${parsed.port}`;
      resolve();
    });
  });
}

/** Publishes and deploys a build of a remote with one page, whose server build runs a statement in each `load`. */
async function deploy(name: string, statement: string, before = ''): Promise<string> {
  const code = `
    const { createElement: h } = require('react');
    let loads = 0;
    ${before}
    exports.load = async () => { loads += 1; ${statement}; return { status: 200, tags: [] }; };
    exports.Routes = () => h('h1', null, ${JSON.stringify(name)});`;
  const pages = [{ path: `/${name}`, title: name, nav: { group: 'Reference', icon: 'pen' } }];
  const build = await fixture.publish({ name, heading: name, code, contract, pages });
  fixture.deploy({ name, current: build });
  return build;
}

const get = (target: string) => send(url, target);
const status = async (target: string) => (await get(target)).status;
const brokenBuilds = () =>
  lines.flatMap(({ msg }) => /^build of a remote is broken: (\S+)/.exec(msg)?.[1] ?? []).sort();
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};

it('Builds that end, block or exhaust a process are found before they are served', async () => {
  await deploy('fine', '');
  await deploy('floating', "Promise.reject(new Error('nobody waits'))");
  await deploy('exits', 'process.exit(0)');
  await deploy('loops', 'for (;;);');
  await deploy('late', "setTimeout(() => { throw new Error('late'); }, 100)");
  await deploy('huge', '', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));');
  await deploy('throws', '', "throw new Error('at the start');");
  await startWeb();
  const { pid } = web!;
  const bad = ['exits', 'floating', 'huge', 'late', 'loops', 'throws'];
  await until(() => brokenBuilds().length === bad.length);
  expect(brokenBuilds()).toEqual(bad);
  await until(async () => (await status('/fine')) === 200);
  for (const name of bad) {
    const page = await get(`/${name}`);
    expect([name, page.status, page.headers['retry-after']]).toEqual([name, 503, '60']);
  }
  const page = await get('/about');
  expect(page.status).toBe(200);
  for (const name of [...bad, 'fine']) expect(page.text).toContain(`href="/${name}"`);
  expect([web!.pid, web!.exitCode]).toEqual([pid, null]);
});

it('Builds that fail after some pages are replaced, and end nothing', async () => {
  const third = (statement: string) => `if (loads === 3) { ${statement} }`;
  await deploy('floating', third("Promise.reject('a text')"));
  await deploy('late', third("setTimeout(() => { throw new Error('late'); })"));
  await deploy('exits', third('setTimeout(() => process.exit(0))'));
  await deploy('aborts', third('try { process.abort(); } catch {}'));
  await startWeb();
  const { pid } = web!;
  for (const name of ['floating', 'late', 'exits', 'aborts']) {
    await until(async () => (await status(`/${name}`)) === 200);
    await until(async () => (await status(`/${name}`)) === 503);
    expect(await status('/about')).toBe(200);
  }
  expect(brokenBuilds()).toEqual(['aborts', 'exits', 'floating', 'late']);
  expect([web!.pid, web!.exitCode]).toEqual([pid, null]);
});

it.each([
  ['loops', 'for (;;);', 'it blocked the process for 2 s'],
  ['waits', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', 'it blocked the process for 10 s'],
])('A build that %s later ends the process once, and is not served after the restart', async (_, statement, reason) => {
  await deploy('loops', `if (loads === 3) ${statement}`);
  await startWeb();
  await until(async () => (await status('/loops')) === 200);
  await get('/loops').catch(() => undefined);
  const ended = once(web!, 'exit');
  await get('/loops').catch(() => undefined);
  await get('/loops').catch(() => undefined);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(lines.at(-1)).toMatchObject({ msg: 'event loop blocked by a build of a remote', remote: 'loops' });
  await startWeb();
  expect([await status('/loops'), await status('/about')]).toEqual([503, 200]);
  const refused = lines.find(({ msg }) => msg.startsWith('build of a remote not served: loops'));
  expect(refused?.err?.message).toBe(`It is broken: ${reason}`);
});

it('A new build with which the process ends twice is ignored, until it is promoted again', async () => {
  const current = await deploy('fine', '');
  for (const expected of [200, 200, 503]) {
    await startWeb();
    await until(async () => (await status('/fine')) === expected);
    web!.kill('SIGKILL');
    await once(web!, 'exit');
  }
  fixture.deploy({ name: 'fine', current: null });
  await startWeb();
  await until(async () => (await status('/fine')) === 404);
  web!.kill('SIGTERM');
  await once(web!, 'exit');
  fixture.deploy({ name: 'fine', current });
  await startWeb();
  await until(async () => (await status('/fine')) === 200);
});
