/**
 * Drains a gateway process, and runs each command of the accounts command line in a process.
 * @subject services/gateway/src/serve.ts services/gateway/src/admin.ts services/gateway/src/admin
 * @everyday services/gateway/src/process.spec.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { adminUserChanged } from '@docfolio/contracts/entities/session';
import { eventQueue, eventsOf } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { connectRedis } from '@docfolio/service-kit/redis';
import { endWithUs } from '@docfolio/service-kit/testing/backing-server';
import { httpClient } from './testing/http-client.js';
import { password, startWorld, type World } from './testing/world.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

// Runs the compiled programs in separate processes.

const dist = join(__dirname, '..', 'dist');
let world: World;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.stop();
});

function start(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(dist, program), ...args], { env: { ...world.env, ...env } });
  children.push(child);
  endWithUs(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return { child, ended };
}

const admin = (args: string[], env?: NodeJS.ProcessEnv) => start('admin.js', args, env).ended;

async function startGateway(env: NodeJS.ProcessEnv = {}) {
  const { child, ended } = start('main.js', [], {
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    ...env,
  });
  const lines: Record<string, unknown>[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      lines.push(entry);
      if (entry.msg === 'ready') resolve(String(entry.address));
    });
    ended.then(({ err, out }) => reject(new Error(`ended: ${err}${out}`)), reject);
  });
  const internal = httpClient(Number(lines.at(-1)?.internal_port));
  return { child, ended, lines, send: httpClient(Number(new URL(address).port)), internal };
}

describe('the gateway as a process', () => {
  it('serves its probes on the internal port only', async () => {
    const { child, ended, internal, send } = await startGateway();
    expect((await internal('GET', '/healthz')).body).toEqual({ status: 'alive' });
    expect((await internal('GET', '/readyz')).body).toEqual({ ready: true, missing: [] });
    expect((await send('GET', '/readyz')).status).toBe(404);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('keeps serving during its drain, reports not ready and asks clients to close their connections', async () => {
    const { child, ended, internal, send } = await startGateway({ DRAIN_SECONDS: '3' });
    const list = () => send('GET', '/api/v1/openapi.json', { headers: { connection: 'keep-alive' } });
    expect((await list()).headers.connection).not.toBe('close');
    const began = Date.now();
    child.kill('SIGTERM');
    while ((await internal('GET', '/readyz')).status === 200) await new Promise((resolve) => setImmediate(resolve));
    const drained = await list();
    expect([drained.status, drained.headers.connection]).toEqual([200, 'close']);
    expect((await ended).code).toBe(0);
    expect(Date.now() - began).toBeGreaterThan(2_950);
  });

  it.each([
    [{ RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' }, 'RATE_LIMIT'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET'],
  ])('refuses to start with %j', async (env, name) => {
    const { ended } = start('main.js', [], { NODE_ENV: 'production', ...env });
    expect(await ended).toMatchObject({ code: 78, err: expect.stringContaining(name) });
  });
});

describe('the admin command line', () => {
  const ensureFirst = async (env: NodeJS.ProcessEnv = {}) => {
    const { code, out } = await admin(['ensure-first'], { MONGODB_DATABASE: `${world.mongo.dbName}_first`, ...env });
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(1);
    return JSON.parse(out) as Record<string, unknown>;
  };

  it('creates the first admin once', async () => {
    const made = await ensureFirst();
    expect(made).toEqual({
      created: true,
      email: 'owner@example.com',
      password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
    });
    expect(await ensureFirst()).toEqual({ created: false });
  });

  it('takes the first admin from the environment', async () => {
    const env = {
      MONGODB_DATABASE: `${world.mongo.dbName}_given`,
      ADMIN_EMAIL: 'Ada@Example.com',
      ADMIN_PASSWORD: password,
    };
    expect(await ensureFirst(env)).toEqual({ created: true, email: 'ada@example.com', password: null });
  });

  it('creates, changes and switches accounts beside a running gateway', async () => {
    const made = await admin(['create', '--email', 'grace@example.com']);
    expect(made).toMatchObject({ code: 0 });
    const shown = /Password \(shown once\): (\S+)/.exec(made.out)?.[1];
    const signIn = (word: string | undefined) =>
      world.api('POST', '/auth/sign-in', { body: { email: 'grace@example.com', password: word } });
    const session = (await signIn(shown)).body as { access_token: string };
    const who = async () => (await world.api('GET', '/auth/me', { token: session.access_token })).body;
    expect(await who()).toMatchObject({ is_admin: true });

    expect(await admin(['deactivate', '--email', 'grace@example.com'])).toMatchObject({ code: 0 });
    expect(await who()).toMatchObject({ is_admin: false });
    expect(await admin(['activate', '--email', 'GRACE@example.com'])).toMatchObject({ code: 0 });
    expect(await who()).toMatchObject({ is_admin: true });

    const reset = await admin(['reset-password', '--email', 'grace@example.com', '--password', 'a new one, chosen']);
    expect(reset).toMatchObject({ code: 0, out: expect.not.stringContaining('chosen') });
    expect(await who()).toMatchObject({ status: 401 });
    expect((await signIn('a new one, chosen')).status).toBe(200);
  });

  it('creates users without admin rights', async () => {
    const email = 'alan@example.com';
    expect(await admin(['create-user', '--email', email, '--password', password])).toMatchObject({ code: 0 });
    const { access_token: token } = await world.signIn(email);
    expect((await world.api('GET', '/auth/me', { token })).body).toMatchObject({ is_admin: false });
    expect((await world.api('GET', '/admin/leads', { token })).status).toBe(403);
  });

  it('creates an API token with the rights of an admin, and prints it alone', async () => {
    const args = ['create-token', '--name', 'CI', '--scope', 'remotes:write', '--email', 'grace@example.com'];
    const { code, out } = await admin(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^docfolio_[\w-]{43}\n$/);
    const token = out.trim();
    expect((await world.api('GET', '/admin/remotes', { token })).status).toBe(503);
    expect((await world.api('GET', '/admin/leads', { token })).status).toBe(403);
    const { access_token: session } = await world.signIn(await world.makeUser('admin'));
    expect((await world.api('GET', '/admin/api-tokens', { token: session })).body).toMatchObject({
      items: [{ name: 'CI', scopes: ['remotes:write'], ending: token.slice(-4), created_by: 'grace@example.com' }],
    });
  });

  it.each([
    [['create-token', '--name', 'CI', '--scope', 'leads:write'], 'The name or scope is refused'],
    [['create-token', '--name', 'CI'], 'Choose at least one remote'],
    [['create-token', '--scope', 'remotes:write'], 'Name is required'],
    [['create-token', '--name', 'CI', '--scope', 'remotes:write', '--email', 'alan@example.com'], 'no active admin'],
    [['create', '--email', 'grace@example.com'], 'is an admin already'],
    [['create-user', '--email', 'grace@example.com'], 'exists already'],
    [['create', '--email', 'a@b.c,d@e.f'], 'The email is refused'],
    [['create-user', '--email', 'new@example.com', '--password', 'short'], 'At least 10 characters'],
    [['deactivate', '--email', 'alan@example.com'], 'never was an admin'],
    [['activate', '--email', 'nobody@example.com'], 'There is no user nobody@example.com'],
    [['reset-password'], '--email'],
    [['create', '--mail', 'x'], "Unknown option '--mail'"],
    [['destroy'], 'There is no command destroy'],
    [[], 'npm run docfolio -- admin'],
  ])('refuses %j with a reason', async (args, message) => {
    const { code, out, err } = await admin(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('publishes an event for each change of an account', async () => {
    const connection = connectRedis(world.redis.url, 'bullmq', createLogger('test', 'silent'));
    const queue = openQueue(eventQueue('notifications'), connection);
    const jobs = await queue.getJobs(['wait', 'waiting']);
    const changes = jobs
      .flatMap(({ data }) => eventsOf(data))
      .filter(({ name }) => name === adminUserChanged.name)
      .map(({ payload }) => adminUserChanged.payload.parse(payload))
      .filter(({ email }) => email === 'grace@example.com')
      .sort((a, b) => a.changed_at.localeCompare(b.changed_at));
    await queue.close();
    connection.disconnect();
    expect(changes.map(({ is_active }) => is_active)).toEqual([true, false, true]);
  });
});
