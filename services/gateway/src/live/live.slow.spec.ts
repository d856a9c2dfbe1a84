/**
 * Floods clients of the live stream, and stops Redis and clients.
 * @subject services/gateway/src/live
 * @everyday services/gateway/src/live/live.spec.ts
 */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { promisify } from 'node:util';
import { type LiveChange, liveHeartbeat, liveLookback, liveStream } from '@docfolio/contracts/core/live';
import { announceLive } from '@docfolio/service-kit/events/live-announcement';
import { waitFor, withRoom } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { LiveClient } from '../testing/live-client.js';
import { startWorld, type World } from '../testing/world.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

let world: World;
let server: Server;
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
const _lastId = async () => (await keys.xrevrange(liveStream, '+', '-', 'COUNT', 1))[0]![0];
/** Replaces the stream by one old entry, so that a new client gets no earlier changes. */
const quiet = async () => {
  await keys.del(liveStream);
  await keys.xadd(liveStream, `${Date.now() - 2 * liveLookback}-0`, 'change', JSON.stringify(change()));
};

beforeAll(async () => {
  world = await startWorld({ own: ['redis'] });
  server = world.app.getHttpServer();
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

describe('the live stream under load', () => {
  it('delivers every change while changes arrive faster than it catches up', async () => {
    const { lastEventId } = await hear();
    const told = changes(3_000);
    const announced = (async () => {
      for (let at = 0; at < told.length; at += 20) await announceLive(keys, told.slice(at, at + 20));
    })();
    const joined: LiveClient[] = [];
    for (let nth = 0; nth < 10; nth++) joined.push(await hear(lastEventId));
    await announced;
    for (const client of joined) {
      await client.heard(3_000);
      expect(client.news).toEqual(told);
    }
  });

  const connections = () => promisify(server.getConnections.bind(server))();
  /** Publishes many megabytes of changes, more than the socket buffers hold. */
  const flood = async () => {
    const told = Array.from({ length: 3_000 }, () => change(randomUUID().repeat(200)));
    for (let at = 0; at < told.length; at += 50) await announceLive(keys, told.slice(at, at + 50));
    return told;
  };

  it('delivers every change to a slow client, without delaying other clients', async () => {
    const [slow, quick] = [await hear(), await hear()];
    slow.response.pause();
    const told = await flood();
    await quick.heard(told.length);
    expect(slow.news.length).toBeLessThan(told.length);
    slow.response.resume();
    await slow.heard(told.length);
    const last = change();
    await announceLive(keys, [last]);
    await slow.heard(told.length + 1);
    expect(slow.news).toEqual([...told, last]);
    expect(quick.news.slice(0, told.length)).toEqual(told);
  });

  it('disconnects a client that stops reading, and continues when it reconnects', async () => {
    const stuck = await hear();
    stuck.response.pause();
    const before = await connections();
    const told = await flood();
    await waitFor('the cut', async () => (await connections()) < before, 20_000);
    stuck.response.resume();
    await stuck.ended();
    expect(stuck.news.length).toBeLessThan(told.length);
    const again = await hear(stuck.lastEventId);
    await again.heard(told.length - stuck.news.length);
    expect([...stuck.news, ...again.news]).toEqual(told);
  });
});

describe('a revoked client that gets no change', () => {
  it('is disconnected within 15 s although no change is published', async () => {
    const email = await world.makeUser('admin');
    const client = await hear(undefined, (await world.signIn(email)).access_token);
    const before = Date.now();
    await world.accounts.resetPassword(email, 'another password');
    await client.ended();
    expect(Date.now() - before).toBeLessThan(withRoom(15_000));
  });
});

describe('the live stream without Redis', () => {
  const back = async () => {
    await world.redis.restart();
    await waitFor('Redis', async () =>
      keys.ping().then(
        () => true,
        () => false,
      ),
    );
  };

  it('stays open with heartbeats and then delivers the missed changes', async () => {
    const client = await hear();
    const told = changes(3);
    await announceLive(keys, told.slice(0, 1));
    await client.heard(1);
    await world.redis.kill('SIGKILL');
    const beats = client.beats;
    const late = await LiveClient.connect(world.port, token);
    open.push(late);
    await waitFor('a sign of life', async () => client.beats > beats && late.beats > 0, 2 * liveHeartbeat);
    expect([client.hasEnded, late.hasEnded, late.lastEventId]).toEqual([false, false, undefined]);
    await back();
    await announceLive(keys, told.slice(1));
    await client.heard(3);
    expect(client.news).toEqual(told);
    // A client that connected during the outage gets the changes that it may have missed.
    await late.heard(2);
    expect(late.news.slice(-2)).toEqual(told.slice(1));
  });

  it('sends a reset if changes were lost with Redis', async () => {
    const client = await hear();
    await announceLive(keys, changes(1));
    await client.heard(1);
    await keys.flushall();
    await world.redis.kill('SIGKILL');
    await back();
    await client.heard(2);
    expect(client.news[1]).toBe('reset');
    const told = change();
    await announceLive(keys, [told]);
    await client.heard(3);
    expect(client.news[2]).toEqual(told);
  });
});
