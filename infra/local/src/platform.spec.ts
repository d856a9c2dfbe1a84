import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MissingServerError, stages } from './backing/backing-server.js';
import { markedProcesses } from './checks/leftover-processes.js';
import { explain } from './cli.js';
import { readConfig } from './config.js';
import { type Platform, PortTakenError, type StartHooks, startConfigured } from './platform.js';
import { processEnv, taskEnv } from './process-env.js';
import {
  adminTask,
  bulkSeedTask,
  type PlatformProcess,
  type ProcessContext,
  prepareTask,
  processes,
  together,
  withDatabase,
} from './processes.js';
import { loadSigningKeys, remotesPublicKeys } from './secrets.js';
import { DataHeldError, lockHolder } from './supervisor/data-lock.js';
import { freePort } from './supervisor/ports.js';
import { readRuntime } from './supervisor/runtime-file.js';
import { defaultTiming } from './supervisor/supervised-process.js';
import { findRoot, versionOf } from './workspace.js';

let dataDir: string;
let platform: Platform | undefined;

const entry = 'infra/local/dist/fixtures/service.fixture.js';

/** A process table with the names of the product, in which every program is a fixture. */
const table: PlatformProcess[] = ['leads', 'web'].map((name) => ({
  name,
  entry,
  variables: [],
  stage: name === 'web' ? stages.web : stages.services,
  ports: name === 'web' ? ['internal', 'http'] : ['internal'],
  env: ({ portOf, config }) => ({
    FIXTURE_NAME: name,
    FIXTURE_LOG: join(config.dataDir, 'events.log'),
    ...(name === 'web' ? { PORT: String(portOf(name, 'http')) } : {}),
  }),
}));

async function start(env: Record<string, string> = {}, hooks: StartHooks = {}): Promise<Platform> {
  // The fixtures use no database, so MONGODB_URI points to an unused port.
  const given = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', MONGODB_URI: 'mongodb://127.0.0.1:1', ...env };
  const timing = { ...defaultTiming, backoffMs: 50 };
  platform = await startConfigured(readConfig(findRoot(), given), {
    processes: table,
    firstRun: false,
    checksStores: false,
    timing,
    ...hooks,
  });
  return platform;
}

it.each([
  ['REDIS_URL', 'redis://app:private@127.0.0.1:1', 'Redis at redis://127.0.0.1:1'],
  ['MONGODB_URI', 'mongodb://app:private@127.0.0.1:1/x?y=z', 'MongoDB at mongodb://***@127.0.0.1:1/x'],
  ['MONGODB_URI', 'mongodb://app:private@a.invalid,b.invalid', 'MongoDB at mongodb://***@a.invalid,b.invalid'],
  ['MINIO_ENDPOINT', 'http://127.0.0.1:1', 'The object store at http://127.0.0.1:1'],
])('says in one sentence that %s=%s is wrong, before anything is started', async (name, value, store) => {
  const events: unknown[] = [];
  const env: Record<string, string> = name === 'MONGODB_URI' ? {} : { MONGODB_URI: '' };
  const onEvent = (event: unknown) => events.push(event);
  const failure = await start({ ...env, [name]: value }, { checksStores: true, onEvent }).catch(explain);
  expect(failure).toMatch(/^[^\n]*\.$/);
  expect(failure).toContain(`${name}: ${store} cannot be used: `);
  expect(failure).not.toContain('private');
  expect(events).toEqual([]);
});

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'docfolio-platform-'));
});

afterEach(async () => {
  await platform?.stop();
  platform = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

it('serves the site, restarts a killed process, and leaves nothing behind when it stops', async () => {
  const running = await start();
  expect(await (await fetch(running.url)).text()).toBe('web');
  expect(Object.keys(running.pids()).sort()).toEqual(['leads', 'redis', 'web']);
  expect(running.connection.REDIS_URL).toMatch(/^redis:\/\/app:[\w-]{64}@127\.0\.0\.1:\d+$/);

  const before = running.pids();
  running.kill('leads');
  running.kill('redis');
  await running.waitReady();
  expect(running.pids().leads).not.toBe(before.leads);
  expect(running.pids().redis).not.toBe(before.redis);
  expect(running.pids().web).toBe(before.web);

  await running.stop();
  expect(running.pids()).toEqual({});
  expect(lockHolder(dataDir)).toBeUndefined();
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
  await expect(fetch(running.url)).rejects.toThrow();
});

it('publishes the addresses of the databases in a private file', async () => {
  const running = await start();
  const runtime = readRuntime(dataDir);
  expect(runtime?.connection).toEqual(running.connection);
  expect(runtime?.children.map(({ name }) => name).sort()).toEqual(['leads', 'redis', 'warden', 'web']);
  const secrets = ['secrets.json', 'server-passwords.json', 'remotes-key.json'];
  for (const file of ['runtime.json', 'lock.json', ...secrets, 'logs/leads.log']) {
    expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
  }
});

it.each(['secrets.json', 'remotes-key.json'])('keeps %s across a restart', async (file) => {
  await (await start()).stop();
  const first = readFileSync(join(dataDir, file), 'utf8');
  await start();
  expect(readFileSync(join(dataDir, file), 'utf8')).toBe(first);
});

it('refuses a data folder that another platform has locked', async () => {
  const running = await start();
  await expect(start()).rejects.toThrow(DataHeldError);
  expect(await (await fetch(running.url)).text()).toBe('web');
});

it('names the holder of a taken port and unlocks the data folder', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await expect(start({ PORT: String(port) })).rejects.toThrow(PortTakenError);
  expect(lockHolder(dataDir)).toBeUndefined();
  server.close();
});

it('names a process that is not built', async () => {
  const missing = { ...table[0]!, name: 'content', entry: 'services/content/dist/absent.js' };
  const starting = start({}, { processes: [...table, missing] });
  await expect(starting).rejects.toThrow(MissingServerError);
  await expect(starting).rejects.toThrow(/content: services\/content\/dist\/absent\.js/);
});

it('stops all processes when one fails to start', async () => {
  const broken = { ...table[0]!, env: () => ({ FIXTURE_BEHAVIOUR: 'fail' }) };
  await expect(start({}, { processes: [broken, table[1]!] })).rejects.toThrow(
    'leads ended 3 times before it was ready',
  );
  expect(lockHolder(dataDir)).toBeUndefined();
  expect(existsSync(join(dataDir, 'runtime.json'))).toBe(false);
});

it('ends the program that creates the first admin when a process fails to start', async () => {
  const fixtures = processes.map((process): PlatformProcess => {
    const env = () => ({ FIXTURE_BEHAVIOUR: process.name === 'leads' ? 'fail' : '' });
    return { ...process, entry, isBundled: false, env };
  });
  // In this database, which does not respond, the program would look for an admin for a long time.
  const database = basename(dataDir);
  const starting = start({ MONGODB_DATABASE: database }, { processes: fixtures, firstRun: true });
  await expect(starting).rejects.toThrow('leads ended 3 times before it was ready');
  expect(markedProcesses('MONGODB_DATABASE', database)).toEqual([]);
});

it('stops all processes when a start is interrupted', async () => {
  const interrupt = new AbortController();
  const starting = start(
    {},
    { signal: interrupt.signal, onEvent: ({ name }) => name === 'redis' && interrupt.abort() },
  );
  await expect(starting).rejects.toThrow();
  expect(lockHolder(dataDir)).toBeUndefined();
});

describe('the environment of a process', () => {
  const given = {
    DATA_DIR: '/data',
    PORT: '4200',
    ADMIN_PASSWORD: 'secret',
    SMTP_URL: '',
    OWNER_EMAIL: 'owner@example.com',
    npm_config_x: 'y',
  };
  const connection = { mongodbUri: 'mongodb://m', redisUrl: 'redis://r' };
  const contextOf = (more: Record<string, string> = {}): ProcessContext => {
    const config = readConfig('/checkout', { ...given, ...more });
    const ports: Record<string, number> = {
      'web http': 4200,
      'gateway http': 15_001,
      'leads bytes': 15_002,
      'media bytes': 15_003,
    };
    const portOf = (of: string, purpose: string) => ports[`${of} ${purpose}`] ?? 15_000;
    return {
      config,
      secrets: { jwtSecret: 'jwt', bytesSecret: 'bytes', linkSecret: 'links' },
      remotesPublicKeys: 'public keys',
      siteUrl: 'https://a.example',
      portOf,
      development: false,
      devServers: {},
    };
  };
  const envOf = (name: string, more: Record<string, string> = {}) => {
    const process = processes.find((candidate) => candidate.name === name)!;
    return processEnv(process, contextOf(more), connection);
  };

  it('asks for no port that a process has not', () => {
    const own = (of: string, purpose: string): number => {
      const process = processes.find(({ name }) => name === of);
      if (!process?.ports.some((each) => each === purpose)) throw new Error(`${of} has no port for ${purpose}`);
      return 15_000;
    };
    for (const process of processes)
      expect(processEnv(process, { ...contextOf(), portOf: own }, connection)).toMatchObject({
        INTERNAL_PORT: '15000',
      });
  });

  it('gives a process only the variables that it reads', () => {
    expect(envOf('notifications')).toEqual({
      NODE_ENV: 'production',
      MONGODB_URI: 'mongodb://m',
      REDIS_URL: 'redis://r',
      LOG_LEVEL: 'info',
      SITE_URL: 'https://a.example',
      OWNER_EMAIL: 'owner@example.com',
      INTERNAL_PORT: '15000',
      DRAIN_SECONDS: '0',
      DOCFOLIO_VERSION: versionOf(findRoot()),
      MAIL_DIR: '/data/mail',
      MALLOC_ARENA_MAX: '1',
    });
    expect(envOf('web')).toMatchObject({
      PORT: '4200',
      GATEWAY_URL: 'http://127.0.0.1:15001',
      // Not that of a request, which may name any host.
      SITE_URL: 'https://a.example',
    });
  });

  it('gives the process that gateway and services share the environment that each would have alone', () => {
    const [backend, ...others] = together(processes);
    expect([backend!.name, ...others.map(({ name }) => name)]).toEqual(['backend', 'web']);
    const { PLACED_PROCESSES = '', ...own } = processEnv(backend!, contextOf({ JWT_SECRET: 'theirs' }), connection);
    expect(own).toEqual({
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      DOCFOLIO_VERSION: versionOf(findRoot()),
      INTERNAL_PORT: '15000',
      MALLOC_ARENA_MAX: '1',
    });
    const environments = JSON.parse(PLACED_PROCESSES) as Record<string, Record<string, string>>;
    expect(Object.keys(environments).sort()).toEqual(['content', 'gateway', 'leads', 'media', 'notifications']);
    for (const [name, { PICTURE_PROGRAM, ...env }] of Object.entries(environments)) {
      expect(env).toEqual(envOf(name, { JWT_SECRET: 'theirs' }));
      expect([name, PICTURE_PROGRAM !== undefined]).toEqual([name, name === 'media']);
    }
  });

  it('gives a task the variables that it reads, such as the first password', () => {
    const env = taskEnv(adminTask, contextOf({ MONGODB_DATABASE: 'other', JWT_SECRET: 'theirs' }), connection);
    expect(env).toEqual({
      MONGODB_URI: 'mongodb://m',
      MONGODB_DATABASE: 'other',
      REDIS_URL: 'redis://r',
      ADMIN_PASSWORD: 'secret',
    });
    expect(taskEnv(bulkSeedTask, contextOf(), connection)).toEqual({ MONGODB_URI: 'mongodb://m' });
  });

  it('gives the signing secret only to the gateway', () => {
    const holders = processes
      .filter(({ name }) => envOf(name, { JWT_SECRET: 'theirs' }).JWT_SECRET)
      .map(({ name }) => name);
    expect(holders).toEqual(['gateway']);
    const migrations = withDatabase.map((declared) => taskEnv(prepareTask(declared), contextOf(), connection));
    expect(migrations.filter((env) => 'JWT_SECRET' in env)).toEqual([]);
  });

  it('gives BYTES_SECRET only to processes that exchange files', () => {
    const holders = processes.filter(({ name }) => envOf(name, { BYTES_SECRET: 'theirs' }).BYTES_SECRET);
    expect(holders.map(({ name }) => name)).toEqual(['leads', 'media', 'gateway']);
    expect(envOf('gateway').LEADS_URL).toBe(`http://127.0.0.1:${envOf('leads').BYTES_PORT}`);
    expect(envOf('gateway').MEDIA_URL).toBe(`http://127.0.0.1:${envOf('media').BYTES_PORT}`);
  });

  it('gives LINK_SECRET only to the leads service', () => {
    const holders = processes.filter(({ name }) => envOf(name, { LINK_SECRET: 'theirs' }).LINK_SECRET);
    expect(holders.map(({ name }) => name)).toEqual(['leads']);
  });

  it('gives media and web the keys of remotes, and web a folder for their builds', () => {
    const holders = processes.filter(({ name }) => envOf(name).REMOTES_PUBLIC_KEYS === 'public keys');
    expect(holders.map(({ name }) => name)).toEqual(['media', 'web']);
    expect(envOf('web').REMOTES_CACHE_DIR).toBe('/data/remotes');
  });

  it('adds the generated key, for every remote, to those of the environment', () => {
    const config = readConfig(findRoot(), { DATA_DIR: dataDir, REMOTES_PUBLIC_KEYS: 'of the CI' });
    const own = loadSigningKeys(config).publicKey;
    expect(remotesPublicKeys(config)).toBe(`of the CI,*=${own},crm=${own},ops=${own}`);
    expect(remotesPublicKeys(readConfig(findRoot(), { DATA_DIR: dataDir }))).toBe(`*=${own},crm=${own},ops=${own}`);
  });

  it('runs all processes as development if rate limits are off', () => {
    expect(envOf('notifications', { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' })).toMatchObject({
      PUBLIC_MAILS_PER_HOUR: '0',
    });
    expect(envOf('gateway', { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' })).toMatchObject({
      NODE_ENV: 'development',
      RATE_LIMIT: 'off',
    });
  });

  it('stores files in MinIO if MINIO_ENDPOINT is set', () => {
    const env = envOf('leads', { MINIO_ENDPOINT: 'http://minio:9000' });
    expect(env).toMatchObject({ MINIO_ENDPOINT: 'http://minio:9000', MINIO_CREATE_BUCKET: 'on' });
    expect(env).not.toHaveProperty('OBJECT_STORE_DIR');
    const forbidden = envOf('leads', { MINIO_ENDPOINT: 'http://minio:9000', MINIO_CREATE_BUCKET: 'off' });
    expect(forbidden.MINIO_CREATE_BUCKET).toBe('off');
  });

  it("reads the launcher's secrets from files", () => {
    const path = join(dataDir, 'secret');
    writeFileSync(path, 'from a file that is long enough\n');
    const { inherited, redisUrl } = readConfig('/checkout', { JWT_SECRET_FILE: path, REDIS_URL_FILE: path });
    expect([inherited.JWT_SECRET, inherited.JWT_SECRET_FILE]).toEqual(['from a file that is long enough', undefined]);
    expect(redisUrl).toBe('from a file that is long enough');
    expect(() => readConfig('/checkout', { JWT_SECRET_FILE: join(dataDir, 'absent') })).toThrow(
      /JWT_SECRET_FILE.*ENOENT/,
    );
    expect(() => readConfig('/checkout', { JWT_SECRET_FILE: path, JWT_SECRET: 'x' })).toThrow(/together/);
  });
});

it.each([
  { PORT: 'x' },
  { PORT: '70000' },
  { SEED: 'all' },
  { RATE_LIMIT: 'no' },
  { RATE_LIMIT: 'off' },
  { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'yes' },
])('refuses the setting %j', (env) => {
  expect(() => readConfig('/checkout', env)).toThrow(/expected/);
});

it('refuses RATE_LIMIT=off with NODE_ENV=production', () => {
  const env = { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development', NODE_ENV: 'production' };
  expect(() => readConfig('/checkout', env)).toThrow('refused with NODE_ENV=production');
});
