import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../bootstrap/commands.mjs';
import { installPackages } from '../bootstrap/packages.mjs';
import { ensureRedis } from '../bootstrap/redis-install.mjs';
import { commands as programs } from '../src/cli.js';
import { findRoot } from '../src/workspace.js';

let folder: string;
let said: string[];
const say = (doing: string) => said.push(doing);

/** Installs a shell script as a program of a simulated machine, whose PATH has only installed programs. */
function install(name: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nPATH=${folder}/bin:/usr/bin:/bin\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

const machine = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ PATH: join(folder, 'bin'), ...more });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-bootstrap-'));
  said = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('every script of package.json that needs a build names a command, and every command has a program', () => {
  const { scripts } = JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = Object.values(scripts).flatMap((script) => /bootstrap\.mjs ([a-z-]+)/.exec(script)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual([...commands].sort());
  expect(Object.keys(programs).sort()).toEqual([...commands].sort());
});

describe('installing packages', () => {
  const log = () =>
    existsSync(join(folder, 'npm.log')) ? readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n') : [];
  const run = (env: NodeJS.ProcessEnv = {}) => installPackages(folder, machine(env), say);

  beforeEach(() => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: ['libs/*'] }));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    mkdirSync(join(folder, 'libs/ui'), { recursive: true });
    writeFileSync(join(folder, 'libs/ui/package.json'), JSON.stringify({ name: 'ui', scripts: {} }));
    install('npm', `mkdir -p node_modules; echo "$1 NODE_ENV=$NODE_ENV" >> npm.log`);
  });

  it('installs packages once per lock file, with the build tools', async () => {
    expect(await run({ NODE_ENV: 'production' })).toBe('installed');
    expect(await run()).toBe('up to date');
    expect(log()).toEqual(['ci NODE_ENV=']);
  });

  it('installs a changed manifest that contradicts the lock file, which npm ci refuses', async () => {
    install('npm', `echo "$1 NODE_ENV=$NODE_ENV" >> npm.log; [ "$1" = install ] && mkdir -p node_modules`);
    expect(await run()).toBe('installed');
    expect(log()).toEqual(['ci NODE_ENV=', 'install NODE_ENV=']);
  });

  it('says how many packages there are for this platform, and how long it usually takes', async () => {
    const packages = {
      '': {},
      'libs/ui': {},
      'node_modules/@docfolio/ui': { link: true },
      'node_modules/a': {},
      'node_modules/a/node_modules/b': { os: ['!other'] },
      'node_modules/elsewhere': { os: ['other'] },
    };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    const said: string[] = [];
    await installPackages(folder, machine(), (doing: string) => said.push(doing));
    expect(said[0]).toBe('npm ci: 2 packages, usually 1 to 5 minutes');
  });

  it('installs packages again for another lock file or dependency, or without node_modules', async () => {
    await run();
    writeFileSync(join(folder, 'package-lock.json'), '{ "changed": true }');
    await run();
    writeFileSync(
      join(folder, 'libs/ui/package.json'),
      JSON.stringify({ name: 'ui', dependencies: { react: '19.3.1' } }),
    );
    await run();
    rmSync(join(folder, 'node_modules'), { recursive: true });
    await run();
    expect(log()).toHaveLength(4);
    writeFileSync(
      join(folder, 'libs/ui/package.json'),
      JSON.stringify({ name: 'ui', scripts: { dev: 'x' }, dependencies: { react: '19.3.1' } }),
    );
    expect(await run()).toBe('up to date');
  });

  it('shows why the installation failed, and retries the next time', async () => {
    install('npm', 'echo "no such version" >&2; exit 1');
    await expect(run()).rejects.toThrow(/npm install failed:\s+no such version/);
    install('npm', 'mkdir -p node_modules');
    expect(await run()).toBe('installed');
  });
});

describe('Redis', () => {
  const server = `printf '#!/bin/sh\\necho Redis server v=7.0.15\\n'`;

  it('does not look for Redis if REDIS_URL is set', async () => {
    expect(await ensureRedis(machine({ REDIS_URL: 'redis://elsewhere' }), say)).toBe('given by REDIS_URL');
  });

  it('uses an installed Redis', async () => {
    install('redis-server', 'echo Redis server v=7.0.15');
    expect(await ensureRedis(machine(), say)).toBe(`7.0.15, ${join(folder, 'bin/redis-server')}`);
    expect(said).toEqual([]);
  });

  it('installs Redis on Debian and Ubuntu after fetching the package lists', async () => {
    const tool = join(folder, 'bin/redis-check-rdb');
    install('sudo', 'shift; exec "$@"');
    install(
      'apt-get',
      `echo "$1" >> ${folder}/apt.log; [ "$1" = install ] && ${server} > ${tool} && chmod +x ${tool}; exit 0`,
    );
    expect(await ensureRedis(machine(), say)).toBe('7.0.15 installed');
    expect(readFileSync(join(folder, 'apt.log'), 'utf8')).toBe('update\ninstall\n');
    expect(said).toEqual(['reading the package lists', 'installing redis-tools']);
  });

  it('reports a failed installation of Redis with the command to run', async () => {
    install('sudo', 'shift; exec "$@"');
    install('apt-get', 'echo "E: no network"; exit 100');
    await expect(ensureRedis(machine(), say)).rejects.toThrow(/E: no network[\s\S]*apt-get install -y redis-tools/);
  });

  it.each([
    ['dnf', 'dnf install -y redis'],
    ['apk', 'apk add redis'],
    ['pacman', 'pacman -S --noconfirm valkey'],
  ])('names the command that installs Redis with %s', async (program, command) => {
    install(program, 'exit 1');
    await expect(ensureRedis(machine(), say)).rejects.toThrow(
      `needs Redis 7 or newer, and there is none on this machine`,
    );
    await expect(ensureRedis(machine(), say)).rejects.toThrow(command);
  });

  it('names a Redis that is too old', async () => {
    install('redis-server', 'echo Redis server v=6.2.14');
    await expect(ensureRedis(machine(), say)).rejects.toThrow(`${join(folder, 'bin/redis-server')} is version 6.2.14`);
  });
});
