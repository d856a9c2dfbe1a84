import { adminUserChanged } from '@docfolio/contracts/entities/session';
import { loadConfig } from '@docfolio/process/config';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { connectRedis } from '@docfolio/service-kit/redis';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { adminConfigSchema } from '../config.schema.js';
import { password, startWorld, type World } from '../testing/world.js';
import { AccountError } from './accounts.js';
import { parseCommand } from './admin-commands.js';
import { connectAccounts } from './connect-accounts.js';

// Runs the commands in the process of the test; process.spec.ts runs the compiled program.

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Defaults = { email?: string; password?: string };

/** Runs a command as the program does. @returns its exit code and output */
async function admin(args: string[], { email, password: word }: Defaults = {}, accounts = world.accounts) {
  try {
    const defaults = { email: email ?? 'owner@example.com', password: word };
    return { code: 0, out: await parseCommand(args).run(accounts, defaults), err: '' };
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    return { code: 2, out: '', err: error.message };
  }
}

describe('the admin commands', () => {
  const ensureFirst = async (database: string, defaults: Defaults = {}) => {
    const env = { ...world.env, MONGODB_DATABASE: `${world.mongo.dbName}_${database}` };
    const { accounts, close } = await connectAccounts(
      loadConfig(adminConfigSchema, env),
      createLogger('test', 'silent'),
    );
    const { code, out } = await admin(['ensure-first'], defaults, accounts);
    await close();
    expect(code).toBe(0);
    return JSON.parse(out) as Record<string, unknown>;
  };

  it('create the first admin once', async () => {
    const made = await ensureFirst('first');
    expect(made).toEqual({
      created: true,
      email: 'owner@example.com',
      password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
    });
    expect(await ensureFirst('first')).toEqual({ created: false });
  });

  it('take the first admin from the settings', async () => {
    const made = await ensureFirst('given', { email: 'Ada@Example.com', password });
    expect(made).toEqual({ created: true, email: 'ada@example.com', password: null });
  });

  it('create, change and switch accounts beside a running gateway', async () => {
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

  it('create users without admin rights', async () => {
    const email = 'alan@example.com';
    expect(await admin(['create-user', '--email', email, '--password', password])).toMatchObject({ code: 0 });
    const { access_token: token } = await world.signIn(email);
    expect((await world.api('GET', '/auth/me', { token })).body).toMatchObject({ is_admin: false });
    expect((await world.api('GET', '/admin/leads', { token })).status).toBe(403);
  });

  it('create an API token with the rights of an admin', async () => {
    const args = ['create-token', '--name', 'CI', '--scope', 'remotes:write', '--email', 'grace@example.com'];
    const { code, out } = await admin(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^docfolio_[\w-]{43}$/);
    const token = out.trim();
    expect((await world.api('GET', '/admin/remotes', { token })).status).toBe(503);
    expect((await world.api('GET', '/admin/leads', { token })).status).toBe(403);
    const { access_token: session } = await world.signIn(await world.makeUser('admin'));
    expect((await world.api('GET', '/admin/api-tokens', { token: session })).body).toMatchObject({
      items: [{ name: 'CI', scopes: ['remotes:write'], ending: token.slice(-4), created_by: 'grace@example.com' }],
    });
  });

  it('name the API tokens that outlive a reset password, and revoke them on request', async () => {
    const reset = ['reset-password', '--email', 'grace@example.com', '--password', 'another one, chosen'];
    const kept = await admin(reset);
    expect(kept.out).toContain('API tokens that stay valid: CI. To end them: --revoke-tokens.');
    const ended = await admin([...reset, '--revoke-tokens']);
    expect(ended.out).toContain('Revoked API tokens: CI.');
    expect((await admin(reset)).out).not.toContain('API tokens');
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
  ])('refuse %j with a reason', async (args, message) => {
    const { code, out, err } = await admin(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('publish an event for each change of an account', async () => {
    const connection = connectRedis(world.redis.url, 'bullmq', createLogger('test', 'silent'));
    const queue = openQueue(eventQueue('notifications'), connection);
    const changes = async () =>
      (await queuedPayloads(queue, adminUserChanged)).filter(({ email }) => email === 'grace@example.com');
    await waitFor('the events', async () => (await changes()).length >= 3);
    expect((await changes()).map(({ is_active }) => is_active)).toEqual([true, false, true]);
    await queue.close();
    connection.disconnect();
  });
});
