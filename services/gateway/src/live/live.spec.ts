import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type LiveChange, liveLookback, liveStream } from '@docfolio/contracts/core/live';
import { announceLive } from '@docfolio/service-kit/events/live-announcement';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { LiveClient } from '../testing/live-client.js';
import { startWorld, type World } from '../testing/world.js';
import { streamsOfSession } from './live-hub.js';

let world: World;
let _server: Server;
let keys: Redis;
let token: string;
const open: LiveClient[] = [];

const hear = async (lastEventId?: string, as = token) => {
  const client = await LiveClient.open(world.port, as, lastEventId);
  open.push(client);
  return client;
};
const change = (id: string = randomUUID()): LiveChange => ({ topic: 'leads', id, act: 'created' });
const changes = (count: number) => Array.from({ length: count }, () => change());
const lastId = async () => (await keys.xrevrange(liveStream, '+', '-', 'COUNT', 1))[0]![0];
/** Replaces the stream by one old entry, so that a new client gets no earlier changes. */
const quiet = async () => {
  await keys.del(liveStream);
  await keys.xadd(liveStream, `${Date.now() - 2 * liveLookback}-0`, 'change', JSON.stringify(change()));
};

beforeAll(async () => {
  world = await startWorld();
  _server = world.app.getHttpServer();
  keys = new Redis(world.redis.url);
  keys.on('error', () => undefined);
});
beforeEach(async () => {
  await keys.flushall();
  token = (await world.signIn(await world.makeUser('admin'))).access_token;
  await waitFor('the entry of the sign-in in the audit trail', async () => (await keys.xlen(liveStream)) > 0);
  await quiet();
});
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
});
afterAll(async () => {
  keys.disconnect();
  await world.stop();
});

describe('the live stream', () => {
  it('starts with its position, with headers that keep proxies from buffering', async () => {
    const client = await hear();
    expect(client.response.statusCode).toBe(200);
    expect(client.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(client.response.headers['content-encoding']).toBeUndefined();
    // The change of the audit trail by the sign-in before may follow.
    expect(client.text).toMatch(/^retry: 250\n\nid: \d+-\d+\n\n/);
  });

  it('delivers each change in order with its id', async () => {
    const client = await hear();
    const told = changes(5);
    await announceLive(keys, told.slice(0, 3));
    await announceLive(keys, told.slice(3));
    await client.heard(5);
    expect(client.news).toEqual(told);
    expect(client.lastEventId).toBe(await lastId());
  });

  it('continues after the last event of a client without gap or repeat', async () => {
    const first = await hear();
    first.close();
    const told = changes(1_300);
    await announceLive(keys, told.slice(0, 1_200));
    const second = await hear(first.lastEventId);
    await announceLive(keys, told.slice(1_200));
    await second.heard(1_300);
    expect(second.news).toEqual(told);
  });

  it('replays changes from just before a new client connected', async () => {
    const told = change();
    await announceLive(keys, [told]);
    const client = await hear();
    await client.heard(1);
    expect(client.news).toEqual([told]);
  });

  it('works while no change has ever been stored', async () => {
    await keys.del(liveStream);
    const client = await hear();
    expect(client.lastEventId).toBe('0-0');
    const told = change();
    await announceLive(keys, [told]);
    const later = await hear('0-0');
    await later.heard(1);
    expect(later.news).toEqual([told]);
  });

  it.each(['nonsense', '99999999999999-0', '-', '1-1-1', '1'])('responds to the id %s with a reset', async (id) => {
    const client = await hear(id);
    await client.heard(1);
    expect([client.news, client.lastEventId]).toEqual([['reset'], await lastId()]);
    const told = change();
    await announceLive(keys, [told]);
    await client.heard(2);
    expect(client.news).toEqual(['reset', told]);
  });

  it('sends a reset if changes after the given id were dropped', async () => {
    const { lastEventId } = await hear();
    await announceLive(keys, changes(10));
    await keys.xtrim(liveStream, 'MAXLEN', '=', 5);
    const client = await hear(lastEventId);
    await client.heard(1);
    expect([client.news, client.lastEventId]).toEqual([['reset'], await lastId()]);
    const [oldest] = (await keys.xrange(liveStream, '-', '+', 'COUNT', 1))[0]!;
    const other = await hear(oldest);
    await other.heard(4);
    expect(other.news).not.toContain('reset');
  });

  it('reads Redis once for all clients', async () => {
    await Promise.all(Array.from({ length: 10 }, () => hear()));
    const told = change();
    await announceLive(keys, [told]);
    await Promise.all(open.map((client) => client.heard(1)));
    const blocked = async () => Number(/blocked_clients:(\d+)/.exec(await keys.info('clients'))?.[1]);
    const before = await blocked();
    for (const client of open.splice(0)) client.close();
    await waitFor('the same without listeners', async () => (await blocked()) === before);
    const all = await Promise.all(Array.from({ length: 5 }, () => hear()));
    expect(all).toHaveLength(5);
    expect(await blocked()).toBe(before);
  });

  it('is limited to a number of streams per session', async () => {
    for (let nth = 0; nth < streamsOfSession; nth++) await hear();
    const refused = await world.api('GET', '/admin/live', { token });
    expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = (await world.signIn(await world.makeUser('admin'))).access_token;
    await hear(undefined, other);
    open[0]!.close();
    await waitFor('a place', async () => {
      const client = await LiveClient.connect(world.port, token);
      open.push(client);
      return client.response.statusCode === 200;
    });
  });

  it('responds to GET and HEAD only', async () => {
    const head = await world.api('HEAD', '/admin/live', { token });
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const post = await world.api('POST', '/admin/live', { token });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a revoked client', () => {
  /** Checks that a client still receives changes. */
  const goesOn = async (client: LiveClient) => {
    const told = change();
    await announceLive(keys, [told]);
    await waitFor('the change', async () => client.news.some((news) => news !== 'reset' && news.id === told.id));
  };

  it('gets nothing after signing out, and its streams end', async () => {
    const [mine, twin, other] = [
      await hear(),
      await hear(),
      await hear(undefined, (await world.signIn(await world.makeUser('admin'))).access_token),
    ];
    expect((await world.api('POST', '/auth/sign-out', { token, body: {} })).status).toBe(200);
    await announceLive(keys, [change()]);
    await Promise.all([mine.ended(), twin.ended()]);
    await other.heard(1);
    expect([mine.news, twin.news]).toEqual([[], []]);
    await goesOn(other);
    expect((await world.api('GET', '/admin/live', { token })).status).toBe(401);
  });

  it('gets nothing after another process has revoked its grant', async () => {
    const email = await world.makeUser('admin');
    const { access_token } = await world.signIn(email);
    const client = await hear(undefined, access_token);
    await hear();
    // From another process: the hub is not notified.
    await world.accounts.deactivate(email);
    await announceLive(keys, [change()]);
    await open[1]!.heard(1);
    await client.ended();
    expect(client.news).toEqual([]);
    expect((await world.api('GET', '/admin/live', { token: access_token })).status).toBe(403);
    await world.accounts.activate(email);
    await goesOn(await hear(undefined, access_token));
  });
});
