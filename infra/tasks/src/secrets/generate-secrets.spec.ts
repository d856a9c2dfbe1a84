import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@docfolio/process/config';
import { consumers } from './consumers.js';
import { configSchema, fillSecretFolders } from './generate-secrets.js';
import type { Owner } from './secret-files.js';
import { secretGenerators } from './secret-values.js';

const longSecret = (letter: string) => letter.repeat(40);

describe('generate-secrets', () => {
  let folder: string;
  let lines: string[];
  let owners: Map<string, Owner>;

  const run = async (env: NodeJS.ProcessEnv = {}) => {
    lines = [];
    owners = new Map();
    const config = loadConfig(configSchema, { SECRETS_DIR: folder, ...env });
    // Changing the owner requires root: record the call instead.
    const setOwner = async (path: string, owner: Owner) => {
      owners.set(path.slice(folder.length + 1).replace(/\.(\S+)\.new$/, '$1'), { uid: owner.uid, gid: owner.gid });
    };
    await fillSecretFolders(config, (line) => lines.push(line), setOwner);
  };
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const readAll = async () => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')])));
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docfolio-secrets-'));
    for (const name of ['master', ...consumers.map((consumer) => consumer.name)]) await mkdir(join(folder, name));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('creates every secret and names it without its value', async () => {
    await run();
    for (const name of Object.keys(secretGenerators)) {
      expect(lines).toContain(`${name}: generated`);
      const value = await read(`master/${name}`);
      expect(value.length).toBeGreaterThanOrEqual(20);
      expect(lines.join('\n')).not.toContain(value);
    }
  });

  it('changes nothing when it runs again', async () => {
    await run();
    const before = await readAll();
    await run();
    expect(await readAll()).toEqual(before);
    expect(lines).toEqual([`secret files of ${consumers.length} containers are up to date`]);
  });

  it('generates different secrets on every server', async () => {
    await run();
    const before = await read('master/jwt_secret');
    await rm(join(folder, 'master/jwt_secret'));
    await run();
    expect(await read('master/jwt_secret')).not.toBe(before);
    expect(await read('gateway/jwt_secret')).toBe(await read('master/jwt_secret'));
  });

  it('stores values from the environment and keeps them when the variable is removed', async () => {
    await run();
    await run({ JWT_SECRET: longSecret('j'), LINK_SECRET: longSecret('l') });
    expect(lines).toContain('jwt_secret: taken from the environment');
    expect(await read('gateway/jwt_secret')).toBe(longSecret('j'));
    expect(await read('leads/link_secret')).toBe(longSecret('l'));
    await run();
    expect(await read('gateway/jwt_secret')).toBe(longSecret('j'));
  });

  it('refuses a signing secret that is too short, without changing a file', async () => {
    await run();
    const before = await readAll();
    await expect(run({ JWT_SECRET: 'short' })).rejects.toThrow(ConfigError);
    expect(await readAll()).toEqual(before);
  });

  it('gives each container exactly the files of the table, readable by their owner only', async () => {
    await run({ ADMIN_PASSWORD: 'chosen by the operator' });
    for (const { name, files, uid, gid } of consumers) {
      expect((await readdir(join(folder, name))).sort()).toEqual([...files].sort());
      for (const file of files) {
        expect((await stat(join(folder, name, file))).mode & 0o777).toBe(0o400);
        expect(owners.get(`${name}/${file}`)).toEqual({ uid, gid });
      }
    }
  });

  it('writes URIs that log in with the generated passwords', async () => {
    await run();
    expect(await read('content/redis_url')).toBe(`redis://app:${await read('master/redis_password')}@redis:6379`);
    const uri = `mongodb://docfolio:${await read('master/mongodb_password')}@mongodb:27017/?replicaSet=rs0&authSource=admin`;
    expect(await read('content/mongodb_uri')).toBe(uri);
  });

  it('uses characters that need no quoting in URLs and shells', async () => {
    await run();
    for (const name of Object.keys(secretGenerators)) {
      const allowed = name === 'mongodb_keyfile' ? /^[A-Za-z0-9+/=]{6,1024}$/ : /^[\w-]+$/;
      expect(await read(`master/${name}`)).toMatch(allowed);
    }
  });

  it('writes Mailpit’s URL unless SMTP_URL is set, and again after it is removed', async () => {
    await run();
    expect(await read('notifications/smtp_url')).toBe('smtp://mailpit:1025');
    await run({ SMTP_URL: 'smtps://user:password@mail.example.com' });
    expect(await read('notifications/smtp_url')).toBe('smtps://user:password@mail.example.com');
    await run({ SMTP_URL: '' });
    expect(await read('notifications/smtp_url')).toBe('smtp://mailpit:1025');
  });

  it('writes a file for the first password only while one is set', async () => {
    await run({ ADMIN_PASSWORD: 'chosen by the operator' });
    expect(await read('tasks/admin_password')).toBe('chosen by the operator');
    await run();
    expect(await readdir(join(folder, 'tasks'))).not.toContain('admin_password');
  });

  it('fails naming a folder whose volume is not mounted, before it writes anything', async () => {
    await rm(join(folder, 'redis'), { recursive: true });
    await expect(run()).rejects.toThrow(`${join(folder, 'redis')} is not a folder: its volume is not mounted.`);
    expect(await readAll()).toEqual({});
  });
});
