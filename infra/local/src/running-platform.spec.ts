import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { backupPlan } from './backup-plan.js';
import { readConfig } from './config.js';
import { environmentOf } from './installation/program-environment.js';
import { SourceInstallation } from './move-data/testing/installations.js';
import type { Platform } from './platform.js';
import { prepareTask, processes, withDatabase } from './processes.js';
import { Visitor } from './releases/story.js';
import { runToEnd } from './run-program.js';
import { startBackups } from './running-backups.js';
import { lockHolder } from './supervisor/data-lock.js';
import { readRuntime } from './supervisor/runtime-file.js';
import { startTestPlatform } from './testing/test-platform.js';
import { findRoot } from './workspace.js';

// One platform, started as by `npm start`, for what the root commands do in the ordinary way.

jest.setTimeout(300_000);

const root = findRoot();
const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-running-'));
let platform: Platform;
let visitor: Visitor;

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

const variablesOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

/** Documents as earlier versions stored them, which the start of this version migrates. */
async function fillOldData(): Promise<void> {
  await new SourceInstallation(dataDir).fill(async ({ mongo }) => {
    const comments = mongo.db('docfolio_content').collection<{ _id: string }>('blog_comments');
    await comments.insertMany(Array.from({ length: 1_200 }, (_, index) => ({ _id: `comment-${index}` })));
    await comments.insertOne({ _id: 'of the author', by_author: true } as { _id: string });
    const emails = mongo.db('docfolio_notifications').collection<{ _id: string }>('mail_deliveries');
    const complete = { _id: 'new', lead_id: 'l1', html: '<p>', one_click: 'u', secret_id: 's', retries: 2 };
    await emails.insertMany([{ _id: 'old' }, complete]);
  });
}

beforeAll(async () => {
  await fillOldData();
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
    // Each process with its own environment; together.spec.ts has them in one.
    PLACEMENT: 'apart',
  };
  platform = await startTestPlatform({ dataDir, env });
  visitor = new Visitor(platform.url);
});

afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a command of `npm run docfolio` on the data folder of the running platform, or another one. */
const command = (args: string[], env: Record<string, string> = {}) =>
  runToEnd(process.execPath, [join(root, 'infra/local/dist/main.js'), 'docfolio', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
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
  expect(variablesOf(web!).REDIS_URL).toMatch(/^redis:\/\/web:/);
  expect(platform.connection.REDIS_URL).toMatch(/^redis:\/\/app:/);
});

itWithProc('gives each child the settings and secrets that it reads, and no other', () => {
  const holders = (name: string) =>
    children()
      .filter(({ pid }) => name in variablesOf(pid))
      .map((child) => child.name)
      .sort();
  for (const [name, expected] of Object.entries(givenVariables))
    expect([name, holders(name)]).toEqual([name, expected]);
});

it('is ready in every process, and the first admin signs in and finds the lead of a contact form', async () => {
  await platform.waitReady();
  await visitor.signIn({ email: 'first@example.com', password: 'the-first-password' });
  expect(await visitor.contact('ada@example.com')).toBe(201);
  expect(await visitor.leads()).toEqual(['ada@example.com']);
  for (const path of ['/', '/blog', '/contact', '/admin']) expect((await visitor.get(path)).status).toBe(200);
});

it('gets records by npm run docfolio -- seed', async () => {
  const { code, output } = await command(['seed', '--leads', '20']);
  expect([code, output]).toEqual([0, expect.any(String)]);
  expect(await visitor.leads()).toHaveLength(21);
});

it('has completed the fields of records that an earlier version stored, as its program for migrations shows', async () => {
  const task = prepareTask(withDatabase.find(({ name }) => name === 'content')!);
  const { MONGODB_URI: mongodbUri = '', REDIS_URL: redisUrl = '' } = platform.connection;
  const env = await environmentOf(task, readConfig(root, { DATA_DIR: dataDir }), { mongodbUri, redisUrl });
  const { code, stdout } = await runToEnd(process.execPath, [join(root, task.entry), 'prepare', 'status'], {
    cwd: root,
    env,
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('set by_author on comments')]);
  const mongo = await new MongoClient(platform.connection.MONGODB_URI!).connect();
  try {
    const comments = mongo.db('docfolio_content').collection<{ _id: string }>('blog_comments');
    expect(await comments.countDocuments({ by_author: false })).toBe(1_200);
    expect(await comments.findOne({ _id: 'of the author' })).toMatchObject({ by_author: true });
    const emails = mongo.db('docfolio_notifications').collection<{ _id: string }>('mail_deliveries');
    const completed = { lead_id: null, html: null, one_click: null, secret_id: null, retries: 0 };
    expect(await emails.findOne({ _id: 'old' })).toMatchObject(completed);
    expect(await emails.findOne({ _id: 'new' })).toMatchObject({ lead_id: 'l1', retries: 2 });
  } finally {
    await mongo.close();
  }
});

it('lists its remotes by npm run docfolio -- remotes, with a token that the command creates', async () => {
  const { code, output } = await command(['remotes', 'list']);
  expect([code, output]).toEqual([0, expect.any(String)]);
  const file = join(dataDir, 'remotes-token.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    token: expect.stringMatching(/^docfolio_[\w-]{43}$/),
    scopes: ['remotes:write', 'remotes:write:crm', 'remotes:write:ops'],
  });
});

it('is backed up beside its data when the CRM requests it, without any setting, and npm run docfolio -- restore brings the backup back elsewhere', async () => {
  const backups = `${dataDir}-backups`;
  const elsewhere = new SourceInstallation();
  const redis = new Redis(platform.connection.REDIS_URL!);
  const config = readConfig(root, { PATH: process.env.PATH, DATA_DIR: dataDir });
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const end = startBackups(config, {
    plan: backupPlan(config),
    redisUrl: platform.connection.REDIS_URL!,
    print,
  });
  try {
    await redis.lpush('docfolio:backup:requests', 'create');
    await waitFor('a backup', async () => printed.length === 1, 120_000);
    expect(printed[0]).toContain('Backup made.');
    const [id] = readdirSync(backups);
    expect(statSync(backups).mode & 0o077).toBe(0);
    expect(JSON.parse((await redis.get('docfolio:backup:last'))!)).toMatchObject({ id, beside_data: true });
    const restored = await command(['restore', join(backups, id!)], { DATA_DIR: elsewhere.dataDir });
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Start Docfolio with npm start')]);
    await elsewhere.fill(async ({ mongo }) => {
      expect(await mongo.db('docfolio_leads').collection('leads').countDocuments()).toBe(21);
    });
  } finally {
    await end();
    redis.disconnect();
    elsewhere.remove();
    rmSync(backups, { recursive: true, force: true });
  }
});

// Last, because it stops what the tests above use.
it('leaves no process, no lock and no runtime file when it stops', async () => {
  await platform.stop();
  expect(platform.pids()).toEqual({});
  expect(lockHolder(dataDir)).toBeUndefined();
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
});
