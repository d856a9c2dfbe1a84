/**
 * Suspends and kills Redis, the database and services, and measures how long the gateway's responses then take.
 * @subject services/gateway/src/operations/operation-dispatcher.ts services/gateway/src/access/grants.ts services/gateway/src/limits
 * @everyday services/gateway/src/outage.spec.ts
 */
import { operation } from '@docfolio/contracts/core/operation';
import type { Session } from '@docfolio/contracts/entities/session';
import { allOperations } from '@docfolio/contracts/operations';
import { testConfig } from '@docfolio/service-kit/testing/config';
import { withRoom } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { Answer } from './testing/http-client.js';
import { password, startWorld, type World } from './testing/world.js';

const item = operation({
  service: 'content',
  method: 'GET',
  path: '/items',
  access: 'public',
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.string()) }),
  summary: 'Items.',
});

let world: World;
let session: Session;
let apiToken: string;

beforeAll(async () => {
  world = await startWorld({
    own: ['redis', 'mongo'],
    operations: [...allOperations(), { name: 'items.list', operation: item }],
  });
  session = await world.signIn(await world.makeUser('admin'));
  const body = { name: 'CI', scopes: ['remotes:write'] };
  const created = await world.api('POST', '/admin/api-tokens', { token: session.access_token, body });
  apiToken = (created.body as { token: string }).token;
});
afterAll(() => world.stop());

/** ms. The gateway responds within 5 s; busy machines need more. */
const answeredWithin = 6_500;

async function timed(call: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const started = performance.now();
  return { answer: await call(), ms: performance.now() - started };
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 45_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('does not become true');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ready = async () => (await world.health.readiness()).ready;

describe('a dead service', () => {
  it('makes a request end in 503 within 6.5 s', async () => {
    const [read, written] = await Promise.all([
      timed(() => world.api('GET', '/items')),
      timed(() =>
        world.api('POST', '/admin/leads', {
          token: session.access_token,
          body: { name: 'Ada', email: 'ada@example.com' },
        }),
      ),
    ]);
    for (const { answer, ms } of [read, written]) {
      expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' });
      expect(ms).toBeLessThan(answeredWithin);
    }
  });
});

describe('a Redis that stopped responding', () => {
  afterAll(() => eventually(ready));

  it('lets reads continue and refuses writes, both within 6.5 s', async () => {
    await world.redis.kill('SIGSTOP');
    try {
      const [read, written] = await Promise.all([
        timed(() => world.api('GET', '/auth/me', { token: session.access_token })),
        timed(() => world.api('POST', '/leads', { body: { name: 'A', email: 'a@b.c', message: 'B', source: 'blog' } })),
      ]);
      expect([read.answer.status, written.answer.status]).toEqual([200, 503]);
      expect(Math.max(read.ms, written.ms)).toBeLessThan(answeredWithin);
    } finally {
      await world.redis.kill('SIGCONT');
    }
  });
});

describe('without Redis', () => {
  beforeAll(() => world.redis.kill('SIGKILL'));
  afterAll(async () => {
    await world.redis.restart();
    await eventually(ready);
  });

  it('reads and writes are responded to within 4 s', async () => {
    const { user, access_token: token } = session;
    const calls = [
      () => world.api('GET', '/auth/me', { token }),
      () => world.api('POST', '/auth/sign-in', { body: { email: user.email, password: 'whatever' } }),
      () => world.api('POST', '/auth/sign-out', { body: {}, token }),
      () => world.api('POST', '/leads', { body: { name: 'Ada', email: 'a@b.c', message: 'Hello', source: 'contact' } }),
      () => world.api('POST', '/admin/leads', { body: { name: 'Ada', email: 'a@b.c' }, token }),
    ];
    for (const call of calls) expect((await timed(call)).ms).toBeLessThan(withRoom(4_000));
  });
});

// An external MongoDB (MONGODB_URI) must not be killed by a test.
const itWithOwnMongo = testConfig.mongodbUri ? it.skip : it;

describe('with a MongoDB that has stopped responding', () => {
  const buildUpload = '/admin/remotes/blog/builds/e07b6d1-44c90a12/files?path=main.js';
  const bytes = { 'content-type': 'application/octet-stream' };

  itWithOwnMongo('sign-in, refresh, grants, API tokens and lists respond 503 within 6.5 s', async () => {
    const token = session.access_token;
    const other = await world.signIn(session.user.email);
    const keys = new Redis(world.redis.url);
    await keys.flushall();
    keys.disconnect();
    await world.mongo.kill('SIGSTOP');
    try {
      const { email } = session.user;
      const responses = await Promise.all([
        timed(() => world.api('POST', '/auth/sign-in', { body: { email, password } })),
        timed(() => world.api('POST', '/auth/refresh', { body: { refresh_token: other.refresh_token } })),
        timed(() => world.api('GET', '/auth/me', { token })),
        timed(() => world.api('GET', '/admin/leads', { token })),
        timed(() => world.api('GET', '/admin/live', { token })),
        timed(() => world.api('GET', '/admin/remotes', { token: apiToken })),
        timed(() => world.api('POST', buildUpload, { token: apiToken, raw: 'x', headers: bytes })),
        timed(() => world.api('GET', '/items')),
      ]);
      for (const { answer, ms } of responses) {
        expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' });
        expect(answer.headers['x-request-id']).toBe((answer.body as { request_id: string }).request_id);
        expect(ms).toBeLessThan(answeredWithin);
      }
    } finally {
      await world.mongo.kill('SIGCONT');
    }
    await eventually(async () => (await world.api('GET', '/auth/me', { token })).status === 200);
  });
});

describe('without MongoDB', () => {
  itWithOwnMongo('uncached grants get 503, cached grants still work, and everything recovers', async () => {
    const token = session.access_token;
    expect((await world.api('GET', '/auth/me', { token })).status).toBe(200);
    await world.mongo.kill('SIGKILL');
    const { answer, ms } = await timed(() => world.api('GET', '/auth/me', { token }));
    expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' });
    expect(ms).toBeLessThan(answeredWithin);
    // The grant is cached in Redis, so the request gets as far as the validation of its query.
    expect((await world.api('GET', '/admin/leads?limit=0', { token })).status).toBe(400);
    await world.mongo.restart();
    await eventually(async () => (await world.api('GET', '/auth/me', { token })).status === 200);
  });
});
