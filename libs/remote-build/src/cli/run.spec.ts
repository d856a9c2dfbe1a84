import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { generateKeys } from '../signing-keys.js';
import { StandInPlatform } from '../testing/stand-in-platform.js';
import { exitCodes } from './command-error.js';
import { runRemotes } from './run.js';

const keys = generateKeys();
const contract = 'a'.repeat(64);
const commit = 'e07b6d1'.padEnd(40, '0');

let platform: StandInPlatform;
let url: string;
let folder: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  platform = new StandInPlatform(keys.publicKey);
  url = await platform.start();
  folder = await mkdtemp(join(tmpdir(), 'remotes-command-'));
  env = { DOCFOLIO_URL: url, DOCFOLIO_TOKEN: platform.token, REMOTES_PRIVATE_KEY: keys.privateKey, GITHUB_SHA: commit };
  await writeBuild('entry');
});

afterEach(async () => {
  await platform.stop();
  await rm(folder, { recursive: true });
});

const manifest = JSON.stringify({
  metaData: { globalName: 'docfolio_blog', remoteEntry: { name: 'remoteEntry.js', path: '' } },
  exposes: [],
});

/** Writes a build into the folder `dist` of the working directory. */
async function writeBuild(entry: string, chunks = 0): Promise<void> {
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'server'), { recursive: true });
  const chunkFiles = Array.from({ length: chunks }, (_, index) => [`chunk.${index}.js`, `chunk ${index}`]);
  const files = [
    ...[
      ['mf-manifest.json', manifest],
      ['contract.json', JSON.stringify({ hash: contract })],
    ],
    ...[
      ['server/server.js', 'exports.Routes = () => null;'],
      ['remoteEntry.js', entry],
    ],
    ...chunkFiles,
  ];
  for (const [name, content] of files) await writeFile(join(dist, name!), content!);
}

/** Runs the command as a terminal does. */
async function run(...args: string[]) {
  const [printed, warned]: [string[], string[]] = [[], []];
  const code = await runRemotes(args, {
    env,
    directory: folder,
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
  });
  return { code, stdout: printed.join('\n'), stderr: warned.join('\n') };
}

async function published(entry: string): Promise<string> {
  await writeBuild(entry);
  const { code, stdout, stderr } = await run('publish', 'blog');
  if (code !== exitCodes.done) throw new Error(stderr);
  return stdout;
}

describe('docfolio-remotes publish', () => {
  it('uploads every file, signs the record, and prints the id of the build alone', async () => {
    const { code, stdout, stderr } = await run('publish', 'blog', '--subject', 'A reading list', '--author', 'Jonas');
    expect(code).toBe(exitCodes.done);
    expect(stdout).toMatch(/^e07b6d1-[0-9a-f]{8}$/);
    expect(stderr).toContain(`Uploading 4 of 4 files of blog ${stdout}`);
    expect([...platform.files.keys()].sort()).toEqual(
      ['contract.json', 'mf-manifest.json', 'remoteEntry.js', 'server/server.js'].map(
        (path) => `blog/${stdout}/${path}`,
      ),
    );
    const { stdout: builds } = await run('list', 'blog', '--json');
    expect(JSON.parse(builds).items).toMatchObject([
      { build: stdout, commit, subject: 'A reading list', created_by: 'Jonas', complete: true },
    ]);
  });

  it('uploads nothing when the same build is published again', async () => {
    const first = await published('entry');
    const { code, stdout, stderr } = await run('publish', 'blog', '--json');
    expect(code).toBe(exitCodes.done);
    expect(JSON.parse(stdout)).toEqual({ build: first, files: 4, uploaded: 0 });
    expect(stderr).toBe(`blog ${first} was published before`);
  });

  it('uploads only the files that an interrupted upload left out', async () => {
    const build = await published('entry');
    platform.files.delete(`blog/${build}/remoteEntry.js`);
    const { stdout } = await run('publish', 'blog', '--json');
    expect(JSON.parse(stdout)).toEqual({ build, files: 4, uploaded: 1 });
    expect(String(platform.files.get(`blog/${build}/remoteEntry.js`))).toBe('entry');
  });

  it('uploads eight files concurrently, and no more', async () => {
    await writeBuild('entry', 16);
    const eight = new Promise<void>((resolve) => {
      platform.holdUpload = () => {
        if (platform.uploads.now === 8) resolve();
        return eight;
      };
    });
    const { code, stdout } = await run('publish', 'blog', '--json');
    expect(code).toBe(exitCodes.done);
    expect(JSON.parse(stdout)).toMatchObject({ files: 20, uploaded: 20 });
    expect(platform.uploads.most).toBe(8);
  });

  it('waits as long as the platform says when it is limited or busy, and goes on', async () => {
    const refused = new Map<string, number>();
    platform.intercept = ({ path }) => {
      const count = (refused.get(path) ?? 0) + 1;
      refused.set(path, count);
      if (count === 1) return new ProblemError('rate_limited', { retryAfter: 1 });
      return count === 2 ? new ProblemError('saturated', { retryAfter: 0 }) : undefined;
    };
    const started = performance.now();
    const { code, stderr } = await run('publish', 'blog');
    expect(code).toBe(exitCodes.done);
    // One second for the record, and one for the files, which wait concurrently.
    expect(performance.now() - started).toBeGreaterThan(1_990);
    expect(stderr).toContain('retrying in 1 s');
    expect(platform.files.size).toBe(4);
  });

  it('goes on when the platform restarts during the upload', async () => {
    const port = new URL(url).port;
    let restarted: Promise<string> | undefined;
    platform.holdUpload = () => {
      restarted ??= platform.stop().then(() => platform.start(Number(port)));
      return restarted.then(() => undefined);
    };
    const { code, stderr } = await run('publish', 'blog');
    expect(stderr).toContain('retrying');
    expect(code).toBe(exitCodes.done);
    expect(platform.files.size).toBe(4);
  });

  it('stops at the first upload that is refused, and says why', async () => {
    platform.intercept = ({ path }) =>
      path.endsWith('/files') ? new ProblemError('build_refused', { detail: 'The hash differs.' }) : undefined;
    expect(await run('publish', 'blog')).toMatchObject({
      code: exitCodes.refused,
      stderr: expect.stringMatching(/\nRefused: The hash differs\.$/),
    });
  });

  it('is refused if its key is not one of the platform', async () => {
    env.REMOTES_PRIVATE_KEY = generateKeys().privateKey;
    expect(await run('publish', 'blog')).toEqual({
      code: exitCodes.refused,
      stdout: '',
      stderr: expect.stringMatching(/^Refused: No known key has the id [0-9a-f]{16}$/),
    });
  });

  it.each([
    ['a folder without a build', ['--dist', 'nowhere'], exitCodes.failed, /nowhere: it cannot be read \(ENOENT\)/],
    ['a short commit', ['--commit', 'e07b6d1'], exitCodes.failed, /commit: Not a commit/],
    ['an unknown option', ['--percent', '10'], exitCodes.usage, /Unknown option '--percent'/],
  ])('fails with the reason for %s', async (_what, options, code, message) => {
    expect(await run('publish', 'blog', ...options)).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  it('names the key that is missing, unreadable or no key, never its value', async () => {
    env.REMOTES_PRIVATE_KEY = undefined;
    expect((await run('publish', 'blog')).stderr).toMatch(
      /^REMOTES_PRIVATE_KEY or REMOTES_PRIVATE_KEY_FILE is missing/,
    );
    env.REMOTES_PRIVATE_KEY_FILE = join(folder, 'absent');
    expect((await run('publish', 'blog')).stderr).toMatch(/^REMOTES_PRIVATE_KEY_FILE cannot be read: .*ENOENT/);
    env.REMOTES_PRIVATE_KEY = 'a secret that is no key';
    expect((await run('publish', 'blog')).stderr).toMatch(/set together with/);
    env.REMOTES_PRIVATE_KEY_FILE = undefined;
    const { code, stderr } = await run('publish', 'blog');
    expect(code).toBe(exitCodes.usage);
    expect(stderr).toBe('REMOTES_PRIVATE_KEY is not a private key as keygen prints it');
  });
});

describe('the origin of a published build', () => {
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Jonas Adler', '-c', 'user.email=jonas@example.com', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    });
  const lastBuild = async () => JSON.parse((await run('list', 'blog', '--json')).stdout).items[0];

  it('is read from git, with a warning about uncommitted changes', async () => {
    await git('init', '-q');
    await writeFile(join(folder, 'source.ts'), '1');
    await git('add', 'source.ts');
    await git('commit', '-qm', 'Show a reading list\n\nwith a body');
    const head = (await git('rev-parse', 'HEAD')).stdout.trim();
    env.GITHUB_SHA = undefined;
    expect((await run('publish', 'blog')).stderr).not.toContain('Warning');
    expect(await lastBuild()).toMatchObject({ commit: head, subject: 'Show a reading list' });
    await writeFile(join(folder, 'source.ts'), '2');
    expect((await run('publish', 'blog')).stderr).toContain('Warning: there are uncommitted changes');
  });

  it('is read from the variables of the CI before git', async () => {
    Object.assign(env, { GITHUB_SHA: commit, GITHUB_ACTOR: 'jonas-ci', CI_COMMIT_TITLE: 'From\tCI' });
    await run('publish', 'blog');
    expect(await lastBuild()).toMatchObject({ commit, subject: 'From CI', created_by: 'jonas-ci' });
  });

  it('is a commit of zeros outside a repository', async () => {
    env.GITHUB_SHA = undefined;
    expect((await run('publish', 'blog')).stdout).toMatch(/^0000000-[0-9a-f]{8}$/);
  });
});

describe('docfolio-remotes promote and rollback', () => {
  it('deploy a build to all visitors and return to the build before', async () => {
    const first = await published('first');
    const second = await published('second');
    expect((await run('promote', 'blog', first)).stdout).toBe(`blog: ${first} is live`);
    expect((await run('promote', 'blog', second, '--reason', 'Reading list')).stdout).toBe(`blog: ${second} is live`);
    expect((await run('rollback', 'blog')).stdout).toBe(`blog: ${first} is live`);
    expect((await run('rollback', 'blog', second)).stdout).toBe(`blog: ${second} is live`);
    expect((await run('rollback', 'blog', 'delivered')).stdout).toBe('blog: delivered is live');
    const { stdout } = await run('history', 'blog', '--limit', '4');
    const lines = stdout.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\dZ/, 'TIME'));
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['AT', 'REMOTE', 'ACTION', 'FROM', 'TO', 'SHARE', 'WHO', 'REASON'],
      ['TIME', 'blog', 'rolled back', second, 'delivered', '100 %', '<ci>'],
      ['TIME', 'blog', 'rolled back', first, second, '100 %', '<ci>'],
      ['TIME', 'blog', 'rolled back', second, first, '100 %', '<ci>'],
      ['TIME', 'blog', 'promoted', first, second, '100 %', '<ci>', 'Reading list'],
    ]);
  });

  it('name a build that is deployed and cannot be served', async () => {
    const build = await published('entry');
    await run('promote', 'blog', build);
    platform.unserved = [{ remote: 'blog', build, reason: 'It is broken: it ended its process' }];
    const line = `blog ${build} is not served: It is broken: it ended its process`;
    for (const args of [['list'], ['list', 'blog']]) expect((await run(...args)).stdout.split('\n')).toContain(line);
    expect(JSON.parse((await run('list', 'blog', '--json')).stdout).unserved).toEqual(platform.unserved);
  });

  it('deploy a canary to a share of visitors, raised automatically if asked for', async () => {
    const build = await published('entry');
    expect((await run('promote', 'blog', build, '--percent', '25')).stdout).toBe(
      `blog: delivered is live; ${build} for 25 % of visitors`,
    );
    expect(platform.managed.get('blog')?.canary).toMatchObject({ build, percent: 25, auto: null });
    await run('promote', 'blog', build, '--auto');
    expect(platform.managed.get('blog')?.canary).toMatchObject({ build, percent: 10, auto: { minutes: 30 } });
    await run('promote', 'blog', build, '--every', '0.5', '--percent', '5');
    expect(platform.managed.get('blog')?.canary).toMatchObject({ build, percent: 5, auto: { minutes: 0.5 } });
    expect((await run('list')).stdout).toContain(`${build} 5 % auto`);
  });

  it('refuse a build that was made for another shell, with the reason of the platform', async () => {
    const build = await published('entry');
    platform.shells = ['b'.repeat(64)];
    expect(await run('promote', 'blog', build)).toEqual({
      code: exitCodes.refused,
      stdout: '',
      stderr: 'Refused: It was built for another shell',
    });
    expect((await run('list', 'blog')).stdout).toContain('other contract');
  });

  it('refuse to promote a pinned remote, but roll it back', async () => {
    const build = await published('entry');
    await run('promote', 'blog', build);
    expect((await run('pin', 'blog')).stdout).toBe(`blog: ${build} is live; pinned`);
    expect(await run('promote', 'blog', build)).toMatchObject({
      code: exitCodes.refused,
      stderr: 'Refused: The remote is pinned: unpin it first.',
    });
    expect((await run('rollback', 'blog')).stdout).toBe('blog: delivered is live; pinned');
    expect((await run('unpin', 'blog')).stdout).toBe('blog: delivered is live');
    expect((await run('promote', 'blog', build)).code).toBe(exitCodes.done);
  });

  it('change nothing when another user was faster, and say who and what is live now', async () => {
    const first = await published('first');
    const second = await published('second');
    platform.intercept = ({ path }) => {
      if (path.endsWith('/promote')) {
        platform.intercept = () => undefined;
        platform.change('blog', 'jonas@example.com', second);
      }
      return undefined;
    };
    expect(await run('promote', 'blog', first)).toEqual({
      code: exitCodes.stale,
      stdout: '',
      stderr: [
        'Nothing was changed, because blog has just been changed by jonas@example.com.',
        `blog: ${second} is live.`,
        'Run the command again if it is still what you want.',
      ].join('\n'),
    });
    expect(platform.managed.get('blog')?.current).toBe(second);
  });

  it('are not sent twice if the platform may have executed them', async () => {
    const build = await published('entry');
    let requests = 0;
    platform.intercept = ({ path }) => {
      if (!path.endsWith('/promote')) return undefined;
      requests += 1;
      return new ProblemError('unavailable', { retryAfter: 0 });
    };
    const { code, stderr } = await run('promote', 'blog', build);
    expect(code).toBe(exitCodes.unavailable);
    expect(stderr).toMatch(/\(503, request .*\)\. Whether the change was made is unknown: look at `list`$/);
    expect(requests).toBe(1);
  });

  it.each([
    [['promote', 'blog'], 'promote takes: name build'],
    [['promote', 'blog', 'latest'], 'build: Not the id of a build: latest'],
    [['promote', 'Blog', 'e07b6d1-44c90a12'], 'name: Not the name of a remote: Blog'],
    [['promote', 'blog', 'e07b6d1-44c90a12', '--percent', '101'], '--percent: At most 100 %: 101'],
    [['promote', 'blog', 'e07b6d1-44c90a12', '--percent', 'ten'], 'Not a number: ten'],
    [['deploy'], 'There is no command deploy.'],
    [[], 'docfolio-remotes <command>'],
  ])('refuse the command line %j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([exitCodes.usage, '']);
    expect(stderr.startsWith(message)).toBe(true);
  });
});

describe('docfolio-remotes list, history and check', () => {
  it('show tables, and with --json what the platform responds', async () => {
    const build = await published('entry');
    await run('promote', 'blog', build);
    const { stdout } = await run('list', 'blog');
    expect(stdout).toMatch(
      new RegExp(`^blog: ${build} is live\nBUILD .*\n${build}  current  .* 0\\.0 MB  [0-9a-f]{16}`),
    );
    const { items } = JSON.parse((await run('list', '--json')).stdout);
    expect(items).toEqual([platform.managed.get('blog')]);
    expect(JSON.parse((await run('history', '--json')).stdout)).toMatchObject({ items: platform.changes, total: 1 });
  });

  it('say so if there is nothing to list', async () => {
    expect((await run('list', 'blog')).stdout).toBe('blog: delivered is live\nNo build is published');
    expect((await run('history')).stdout).toBe('Nothing was ever deployed');
  });

  it('print no control characters of a reason', async () => {
    const build = await published('entry');
    platform.change('blog', '\u001b[31mjonas', build);
    expect((await run('history')).stdout).toContain(' [31mjonas');
  });

  it('end with the code for a refusal if a check fails', async () => {
    const build = await published('entry');
    expect(await run('check', 'blog', build)).toMatchObject({
      code: exitCodes.done,
      stdout: expect.stringMatching(/^signature {2}passed$/m),
    });
    platform.files.delete(`blog/${build}/remoteEntry.js`);
    const { code, stdout } = await run('check', 'blog', build);
    expect(code).toBe(exitCodes.refused);
    expect(stdout).toMatch(/^files {6}failed {2}remoteEntry\.js is missing$/m);
  });
});

describe('docfolio-remotes without a platform that lets it in', () => {
  it('says that the address is not reachable', async () => {
    await platform.stop();
    expect(await run('list')).toEqual({
      code: exitCodes.unavailable,
      stdout: '',
      stderr: `${url} is not reachable (ECONNREFUSED)`,
    });
    await platform.start();
  });

  it('says that the token is refused', async () => {
    env.DOCFOLIO_TOKEN = 'docfolio_another';
    expect(await run('list')).toMatchObject({
      code: exitCodes.tokenRefused,
      stderr: 'The API token is refused: it is not one of this platform, or it was revoked',
    });
  });

  it('says which rights the token lacks', async () => {
    platform.intercept = () => new ProblemError('not_allowed');
    expect(await run('list')).toMatchObject({
      code: exitCodes.tokenRefused,
      stderr: expect.stringContaining('it needs the scope remotes:write'),
    });
  });

  it('names a missing address or token', async () => {
    env.DOCFOLIO_TOKEN = '';
    expect(await run('list')).toMatchObject({
      code: exitCodes.usage,
      stderr: 'DOCFOLIO_TOKEN or DOCFOLIO_TOKEN_FILE is missing: an API token with the scope remotes:write:<remote>',
    });
    env.DOCFOLIO_URL = '';
    expect((await run('list')).stderr).toMatch(/^The address of the platform is missing/);
    expect((await run('list', '--url', 'platform.example')).stderr).toBe(
      'Not the address of a platform: platform.example',
    );
  });

  it('reads the token from a file', async () => {
    await writeFile(join(folder, 'token'), `${platform.token}\n`);
    Object.assign(env, { DOCFOLIO_TOKEN: undefined, DOCFOLIO_TOKEN_FILE: join(folder, 'token') });
    expect((await run('list')).code).toBe(exitCodes.done);
  });

  it.each([
    ['another program', 200, {}, '<html>', /does not respond like a platform/],
    ['a proxy whose platform is down', 502, {}, '<html>', /is unavailable \(status 502\)/],
    ['an address that redirects', 301, { location: 'https://a.example' }, '', /redirects to https:\/\/a\.example/],
  ])('names %s', async (_what, status, headers, body, message) => {
    const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    env.DOCFOLIO_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await run('list')).stderr).toMatch(message);
    server.close();
  });
});

describe('docfolio-remotes keygen', () => {
  it('writes a private key that only its owner can read, and prints the public one, which the platform accepts', async () => {
    const { stdout } = await run('keygen', '--private-key-file', 'key', '--json');
    const { publicKey, ...rest } = JSON.parse(stdout);
    expect(Object.keys(rest)).toEqual(['id']);
    const file = join(folder, 'key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const other = new StandInPlatform(`${keys.publicKey},${publicKey}`);
    Object.assign(env, { DOCFOLIO_URL: await other.start(), DOCFOLIO_TOKEN: other.token });
    Object.assign(env, { REMOTES_PRIVATE_KEY: undefined, REMOTES_PRIVATE_KEY_FILE: file });
    expect((await run('publish', 'blog')).code).toBe(exitCodes.done);
    expect((await run('list', 'blog')).stdout).toContain(rest.id);
    await other.stop();
  });

  it('never replaces a key', async () => {
    await run('keygen', '--private-key-file', 'key');
    const before = await readFile(join(folder, 'key'), 'utf8');
    expect(await run('keygen', '--private-key-file', 'key')).toMatchObject({
      code: exitCodes.failed,
      stderr: expect.stringMatching(/key cannot be written: it exists$/),
    });
    expect(await readFile(join(folder, 'key'), 'utf8')).toBe(before);
  });

  it('prints both keys for people, with the id of the public one', async () => {
    const { stdout } = await run('keygen');
    expect(stdout).toMatch(
      /^Private key, .*:\n[\w+/]+=*\n\nPublic key [0-9a-f]{16}, for REMOTES_PUBLIC_KEYS of media and web, as <remote>=<key>:\n[\w+/]+=*$/,
    );
  });
});

describe('the program docfolio-remotes', () => {
  const bin = join(__dirname, '../../bin/docfolio-remotes.mjs');

  it('prints the id of a published build alone on standard output', async () => {
    const child = spawn(bin, ['publish', 'blog'], { cwd: folder, env: { ...process.env, ...env }, stdio: 'pipe' });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.resume();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stdout).toMatch(/^e07b6d1-[0-9a-f]{8}\n$/);
  });

  it('ends with the exit code of a failure and a message without a stack', async () => {
    await expect(promisify(execFile)(bin, ['list'], { env: { PATH: process.env.PATH } })).rejects.toMatchObject({
      code: exitCodes.usage,
      stdout: '',
      stderr: 'The address of the platform is missing: --url https://example.com, or DOCFOLIO_URL\n',
    });
  });
});
