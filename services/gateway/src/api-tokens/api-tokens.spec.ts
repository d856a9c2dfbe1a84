import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { operation } from '@docfolio/contracts/core/operation';
import { type ApiToken, apiTokenPrefix, apiTokensLimit } from '@docfolio/contracts/entities/api-token';
import { allOperations } from '@docfolio/contracts/operations';
import { loadConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { getModelToken } from '@docfolio/service-kit/mongo/mongo.module';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Model } from 'mongoose';
import { z } from 'zod';
import type { ApiToken as StoredApiToken } from '../accounts/api-token.js';
import { apiTokensCollection } from '../accounts/collections.js';
import { configSchema } from '../config.schema.js';
import { createGateway, type Gateway } from '../gateway.js';
import type { FixtureService } from '../testing/fixture-service.js';
import { httpClient, type Send } from '../testing/http-client.js';
import { LiveClient } from '../testing/live-client.js';
import { recordingLogger } from '../testing/recording-logger.js';
import { startWorld, type World } from '../testing/world.js';

type CreatedToken = ApiToken & { token: string };

const scoped = operation({
  service: 'content',
  method: 'POST',
  path: '/admin/scoped',
  access: 'admin',
  scope: 'remotes:write',
  input: z.strictObject({}),
  output: z.object({ done: z.boolean() }),
  summary: 'Do something.',
});
const operations = [...allOperations(), { name: 'test.scoped', operation: scoped }];

let world: World;
let content: FixtureService;
let replica: Gateway;
let atReplica: Send;
let email: string;
let session: string;
const lines: string[] = [];

beforeAll(async () => {
  world = await startWorld({ operations, logger: recordingLogger(lines) });
  content = await world.startService({
    service: 'content',
    handlers: { 'POST /admin/scoped': async () => ({ done: true }) },
  });
  const config = loadConfig(configSchema, world.env);
  replica = await createGateway({ config, logger: createLogger('gateway', 'silent'), operations });
  await replica.app.listen(0, '127.0.0.1');
  atReplica = httpClient((replica.app.getHttpServer().address() as AddressInfo).port);
  email = await world.makeUser('admin');
  session = (await world.signIn(email)).access_token;
});
afterAll(async () => {
  await replica.app.close();
  await world.stop();
});
afterEach(async () => {
  jest.useRealTimers();
  await Promise.all((await list()).map(({ id }) => revoke(id)));
});

const create = (name = 'CI', as = session) =>
  world.api('POST', '/admin/api-tokens', { token: as, body: { name, scopes: ['remotes:write'] } });
const created = async (name?: string, as?: string) => (await create(name, as)).body as CreatedToken;
const list = async () =>
  ((await world.api('GET', '/admin/api-tokens', { token: session })).body as { items: ApiToken[] }).items;
const revoke = (id: string) => world.api('DELETE', `/admin/api-tokens/${id}`, { token: session });
const call = (token: string) => world.api('POST', '/admin/scoped', { token, body: {} });
const callReplica = (token: string) => atReplica('POST', '/api/v1/admin/scoped', { token, body: {} });
const model = () => world.app.get<Model<StoredApiToken>>(getModelToken(apiTokensCollection));

/** Moves the clock of the gateway, which runs in this process, without faking its timers. */
function later(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}

describe('the API tokens', () => {
  it('are listed newest first, with who created them and without the token itself', async () => {
    const first = await created('Blog CI');
    const second = await created('Laptop');
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Blog CI',
      scopes: ['remotes:write'],
      ending: first.token.slice(-4),
      created_at: expect.any(String),
      created_by: email,
      last_used_at: null,
      token: expect.stringMatching(new RegExp(`^${apiTokenPrefix}[A-Za-z0-9_-]{43}$`)),
    });
    const known = [second, first].map(({ token: _token, ...rest }) => rest);
    expect(await list()).toEqual(known);
    expect(first.token).not.toBe(second.token);
  });

  it('are stored as hashes only', async () => {
    const { id, token } = await created();
    const stored = await model().findById(id).lean();
    expect(stored).toMatchObject({ name: 'CI', token_hash: expect.any(String) });
    expect(inspect(stored, { depth: 8 })).not.toContain(token.slice(apiTokenPrefix.length, -4));
  });

  it('are limited in number until one is revoked', async () => {
    const { id } = await created();
    await Promise.all(Array.from({ length: apiTokensLimit - 1 }, () => create()));
    expect(await list()).toHaveLength(apiTokensLimit);
    expect(await create()).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'There are 50 API tokens already. Revoke one that is no longer used.' },
    });
    expect((await revoke(id)).status).toBe(200);
    expect((await create()).status).toBe(200);
  });

  it.each([
    ['without a name', { name: ' ', scopes: ['remotes:write'] }, 'name'],
    ['without a scope', { name: 'CI', scopes: [] }, 'scopes'],
    ['with an unknown scope', { name: 'CI', scopes: ['everything'] }, 'scopes.0'],
  ])('cannot be created %s', async (_, body, path) => {
    const answer = await world.api('POST', '/admin/api-tokens', { token: session, body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('can be revoked once', async () => {
    const { id } = await created();
    expect(await revoke(id)).toMatchObject({ status: 200, body: { id } });
    expect(await revoke(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await revoke(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await list()).toEqual([]);
  });

  it('notify open CRMs when one is created or revoked', async () => {
    const client = await LiveClient.open(world.port, session);
    try {
      const { id } = await created();
      await revoke(id);
      // The stream also replays the changes of earlier tests.
      const acts = () => client.news.flatMap((news) => (news !== 'reset' && news.id === id ? [news.act] : []));
      await waitFor('both changes', async () => acts().length === 2);
      expect(acts().sort()).toEqual(['created', 'deleted']);
      expect(client.news).toContainEqual({ topic: 'api_tokens', id, act: 'created' });
    } finally {
      client.close();
    }
  });
});

describe('an API token', () => {
  it('calls an operation with its scope, under the name of the token and the id of its creator', async () => {
    const { token } = await created('Blog CI');
    content.reached.length = 0;
    expect(await call(token)).toMatchObject({ status: 200, body: { done: true } });
    const { user } = (await world.api('GET', '/auth/me', { token: session })).body as { user: { id: string } };
    expect(content.reached[0]?.context.actor).toEqual({ user_id: user.id, email: '<Blog CI>' });
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('is read after the scheme %s', async (scheme) => {
    const { token } = await created();
    const headers = { authorization: `${scheme} ${token}` };
    expect((await world.api('POST', '/admin/scoped', { headers, body: {} })).status).toBe(200);
  });

  it.each([
    ['is unknown', () => `${apiTokenPrefix}${'A'.repeat(43)}`],
    ['is only the prefix', () => apiTokenPrefix],
    ['is cut off', (token: string) => token.slice(0, -1)],
    ['is too long', (token: string) => `${token}A`],
    ['differs in its last character', (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A')],
    ['has a prefix in capitals', (token: string) => token.replace(apiTokenPrefix, apiTokenPrefix.toUpperCase())],
  ])('is refused with 401 if it %s', async (_, change) => {
    const wrong = change((await created()).token);
    content.reached.length = 0;
    expect(await call(wrong)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { code: 'token_invalid' },
    });
    expect(content.reached).toEqual([]);
  });

  it('that was revoked is refused by every replica with the next request', async () => {
    const { id, token } = await created();
    expect([(await call(token)).status, (await callReplica(token)).status]).toEqual([200, 200]);
    await revoke(id);
    for (const answer of [await callReplica(token), await call(token)])
      expect(answer).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  });

  it('works only while its creator is an active admin', async () => {
    const creator = await world.makeUser('admin');
    const { token } = await created('CI', (await world.signIn(creator)).access_token);
    expect((await call(token)).status).toBe(200);
    await world.accounts.deactivate(creator);
    for (const answer of [await call(token), await callReplica(token)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    await world.accounts.activate(creator);
    expect((await call(token)).status).toBe(200);
  });

  it('outlives the session in which it was created', async () => {
    const { access_token } = await world.signIn(email);
    const { token } = await created('CI', access_token);
    await world.api('POST', '/auth/sign-out', { token: access_token, body: {} });
    expect((await call(token)).status).toBe(200);
  });

  it('has its last use recorded at most once a minute', async () => {
    const { id, token } = await created();
    const used = async () => (await list()).find((each) => each.id === id)!.last_used_at;
    expect(await used()).toBeNull();
    const before = Date.now();
    await call(token);
    const first = await used();
    expect(Date.parse(first!)).toBeGreaterThanOrEqual(before);
    later(50_000);
    await call(token);
    expect(await used()).toBe(first);
    later(15_000);
    await call(token);
    expect(Date.parse((await used())!) - Date.parse(first!)).toBeGreaterThan(60_000);
  });

  it('appears neither in a log nor in the response to a later request', async () => {
    lines.length = 0;
    const { id, token } = await created();
    const answers = [
      await call(token),
      await world.api('GET', '/admin/leads', { token }),
      await world.api('GET', '/admin/api-tokens', { token: session }),
      await revoke(id),
      await call(token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 200, 401]);
    const secret = token.slice(apiTokenPrefix.length, -4);
    for (const { text } of answers) expect(text).not.toContain(secret);
    const logged = lines.join('\n');
    for (const message of ['api token created', 'api token revoked', `api_token: '${id}'`])
      expect(logged).toContain(message);
    expect(logged).not.toContain(secret);
  });
});
