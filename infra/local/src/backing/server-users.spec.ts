import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { readConfig } from '../config.js';
import { prepareDataDir } from '../data-dir.js';
import type { Connection } from '../process-env.js';
import { tcpProbe } from '../supervisor/probes.js';
import { type ChildSpec } from '../supervisor/supervised-process.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { findRoot } from '../workspace.js';
import { mongoServer } from './mongo.js';
import { ensureFirstUser } from './mongod-user.js';
import { redisServer } from './redis.js';
import { startBacking } from './start.js';

// The database servers of `npm start` listen on loopback, where every user of the machine can connect.

const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-users-'));
const config = readConfig(findRoot(), { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
let supervisor = new Supervisor(() => undefined);
let connection: Connection;

const sendRedis = (...commands: string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const port = Number(new URL(connection.redisUrl).port);
    const socket = connect(port, '127.0.0.1', () => socket.end(`${commands.join('\r\n')}\r\nQUIT\r\n`));
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => {
      text += data;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(text.split('\r\n')));
  });

/** Starts a server without users, as earlier versions did. */
async function withOpenServer(
  { child, url }: { child?: ChildSpec; url: string },
  work: (port: number) => Promise<void>,
) {
  if (!child) throw new Error('not started here');
  const port = Number(new URL(url).port);
  const { AUTH_USER: _, AUTH_PASSWORD: __, ...env } = child.env;
  const args = child.args.filter((arg, index, all) => arg !== '--aclfile' && all[index - 1] !== '--aclfile');
  const started = supervisor.start({ ...child, env, args, probe: tcpProbe(port) });
  await started.waitReady(60_000);
  await work(port);
}

beforeAll(async () => {
  prepareDataDir(dataDir);
  await withOpenServer(await redisServer(config), async (port) => {
    const redis = new Redis(port, '127.0.0.1');
    await redis.set('lead', 'stored before');
    await redis.quit();
  });
  await withOpenServer(await mongoServer(config), async (port) => {
    const mongo = await MongoClient.connect(`mongodb://127.0.0.1:${port}`);
    await mongo.db('docfolio_leads').collection<{ _id: string }>('leads').insertOne({ _id: 'before' });
    await mongo.close();
  });
  await supervisor.stop();
  supervisor = new Supervisor(() => undefined);
  ({ connection } = await startBacking(config, supervisor));
});

afterAll(async () => {
  await supervisor.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('serves data stored before users existed to clients with credentials', async () => {
  const redis = new Redis(connection.redisUrl);
  expect(await redis.get('lead')).toBe('stored before');
  await redis.quit();
  const mongo = await MongoClient.connect(connection.mongodbUri);
  expect(await mongo.db('docfolio_leads').collection('leads').countDocuments()).toBe(1);
  await mongo.close();
});

it('refuses every command of Redis without credentials or with wrong ones', async () => {
  const commands = ['PING', 'GET lead', 'SET lead x', 'KEYS *', 'CONFIG GET *', 'ACL LIST', 'FLUSHALL', 'INFO'];
  for (const login of [[], ['AUTH wrong'], ['AUTH default wrong'], ['AUTH app wrong'], ['AUTH health none']]) {
    const replies = await sendRedis(...login, ...commands);
    for (const reply of replies.slice(0, login.length)) expect(reply).toMatch(/^-(WRONGPASS|ERR)/);
    for (const [index, command] of commands.entries()) {
      expect([command, replies[login.length + index]]).toEqual([command, expect.stringMatching(/^-NOAUTH/)]);
    }
  }
});

it('denies the web process reading and writing Redis keys', async () => {
  const redis = new Redis(connection.webRedisUrl ?? '');
  redis.on('error', () => undefined);
  await expect(redis.get('lead')).rejects.toThrow('NOPERM');
  await expect(redis.set('lead', 'x')).rejects.toThrow('NOPERM');
  await expect(redis.lpush('rpc:leads', 'x')).rejects.toThrow('NOPERM');
  redis.disconnect();
});

it.each([
  ['no credentials', (uri: URL) => Object.assign(uri, { username: '', password: '', search: '' }), 13],
  ['a wrong password', (uri: URL) => Object.assign(uri, { password: 'wrong' }), 18],
])('refuses the database to clients with %s', async (_, change, code) => {
  const uri = new URL(connection.mongodbUri);
  change(uri);
  const mongo = new MongoClient(uri.href, { serverSelectionTimeoutMS: 20_000 });
  const leads = mongo.db('docfolio_leads').collection('leads');
  await expect(leads.findOne()).rejects.toMatchObject({ code });
  await expect(leads.insertOne({})).rejects.toMatchObject({ code });
  await expect(mongo.db().dropDatabase()).rejects.toMatchObject({ code });
  await mongo.close();
});

it('stores the passwords in private files, never on command lines or in logs', () => {
  const passwords = [connection.mongodbUri, connection.redisUrl, connection.webRedisUrl ?? ''].map(
    (url) => new URL(url).password,
  );
  expect(new Set(passwords).size).toBe(3);
  for (const file of ['server-passwords.json', 'redis/users.acl']) {
    expect([file, statSync(join(dataDir, file)).mode & 0o777]).toEqual([file, 0o600]);
  }
  const logs = readdirSync(join(dataDir, 'logs')).map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'));
  const commandLines =
    process.platform === 'linux'
      ? Object.values(supervisor.pids()).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      : [];
  for (const text of [...logs, ...commandLines]) for (const password of passwords) expect(text).not.toContain(password);
});

describe('ensureFirstUser', () => {
  const refusing = (code: number) => ({ command: () => Promise.reject(Object.assign(new Error('refused'), { code })) });

  it('creates the first user of an installed MongoDB', async () => {
    const commands: object[] = [];
    await ensureFirstUser({ command: async (command) => commands.push(command) }, 'docfolio', 'secret');
    expect(commands).toEqual([{ createUser: 'docfolio', pwd: 'secret', roles: ['readWriteAnyDatabase'] }]);
  });

  it('ignores that a MongoDB user exists already, and fails for any other reason', async () => {
    await ensureFirstUser(refusing(13), 'docfolio', 'secret');
    await expect(ensureFirstUser(refusing(2), 'docfolio', 'secret')).rejects.toThrow('refused');
  });
});
