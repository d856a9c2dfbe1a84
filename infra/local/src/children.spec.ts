import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Platform, startPlatform } from './platform.js';
import { processes } from './processes.js';
import { readRuntime } from './supervisor/runtime-file.js';

const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-children-'));
let platform: Platform;

/** Secrets and settings in the launcher's environment, and the only children that need them. */
const givenVariables: Record<string, string[]> = {
  ADMIN_PASSWORD: [],
  ADMIN_EMAIL: [],
  UNKNOWN_SECRET: [],
  NODE_AUTH_TOKEN: [],
  npm_config_token: [],
  DOCFOLIO_TOKEN: [],
  REMOTES_PRIVATE_KEY: [],
  SEED: [],
  SMTP_URL: ['notifications'],
  OWNER_EMAIL: ['notifications'],
  JWT_SECRET: ['gateway'],
  LINK_SECRET: ['leads'],
  BYTES_SECRET: ['gateway', 'leads', 'media'],
  PAGE_LIMIT: ['web'],
  REMOTES_PUBLIC_KEYS: ['media', 'web'],
  MONGODB_URI: ['content', 'gateway', 'leads', 'media', 'notifications'],
};

const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

beforeAll(async () => {
  const env = {
    ADMIN_PASSWORD: 'the-first-password',
    ADMIN_EMAIL: 'first@example.com',
    UNKNOWN_SECRET: 'of-another-program',
    NODE_AUTH_TOKEN: 'of-a-registry',
    npm_config_token: 'of-npm',
    DOCFOLIO_TOKEN: 'of-a-publisher',
    REMOTES_PRIVATE_KEY: 'of-a-publisher',
    SEED: 'none',
    SMTP_URL: 'smtp://user:password@127.0.0.1:1',
    OWNER_EMAIL: 'owner@example.com',
    JWT_SECRET: 'j'.repeat(40),
    LINK_SECRET: 'l'.repeat(40),
    BYTES_SECRET: 'b'.repeat(40),
    PAGE_LIMIT: '601',
  };
  platform = await startPlatform({ dataDir, env });
}, 120_000);

afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const itWithProc = process.platform === 'linux' ? it : it.skip;

const children = () => readRuntime(dataDir)?.children ?? [];

it('starts every process, and the first admin with the given password', () => {
  const names = [...processes.map(({ name }) => name), 'mongo', 'redis', 'warden'];
  expect(children().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(platform.firstAdmin).toEqual({ created: true, email: 'first@example.com', password: null });
});

it('writes no database passwords to logs', () => {
  const { REDIS_URL = '', MONGODB_URI = '' } = platform.connection;
  const passwords = [REDIS_URL, MONGODB_URI].map((url) => new URL(url).password);
  expect(passwords).toEqual([expect.stringMatching(/.{60}/), expect.stringMatching(/.{60}/)]);
  const logs = readdirSync(join(dataDir, 'logs'));
  expect(logs.length).toBeGreaterThan(processes.length);
  for (const name of logs) {
    const log = readFileSync(join(dataDir, 'logs', name), 'utf8');
    for (const password of passwords) expect([name, log.includes(password)]).toEqual([name, false]);
  }
});

itWithProc('gives the web process a user of Redis that may not send requests to services', () => {
  const { web } = platform.pids();
  expect(environmentOf(web!).REDIS_URL).toMatch(/^redis:\/\/web:/);
  expect(platform.connection.REDIS_URL).toMatch(/^redis:\/\/app:/);
});

itWithProc('gives each child the settings and secrets that it reads, and no other', () => {
  const holders = (name: string) =>
    children()
      .filter(({ pid }) => name in environmentOf(pid))
      .map((child) => child.name)
      .sort();
  for (const [name, expected] of Object.entries(givenVariables))
    expect([name, holders(name)]).toEqual([name, expected]);
});
