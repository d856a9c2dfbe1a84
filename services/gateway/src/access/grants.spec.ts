import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Redis } from 'ioredis';
import { type GrantSource, Grants } from './grants.js';

const logger = createLogger('test', 'silent');

let server: TestRedis;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'commands', logger);
  await whenReady(redis, 10_000);
});

afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

/** Grants over a database in which every session is active and no user is an admin. */
const grants = (source: Partial<GrantSource> = {}) =>
  new Grants(redis, { isSessionLive: async () => true, adminUser: async () => null, ...source }, logger);

const lifetime = (userId: string) => redis.ttl(`gateway:admin:${userId}`);
const sessionTtl = (id: string) => redis.ttl(`gateway:session:${id}`);

/** Returns a function whose calls wait until `finish` is called. */
function slow<T>(result: T) {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const read = jest.fn(() => finished.then(() => result));
  return { read, finish };
}

afterEach(() => jest.restoreAllMocks());

describe('grants', () => {
  beforeEach(() => redis.flushall());

  it('stores granted rights for at most a minute, within which a later change that never reached Redis takes effect', async () => {
    await grants().adminChanged({ _id: 'activated', is_active: true, version: 2 });
    expect(await grants().read('session', 'activated')).toEqual({ live: true, admin: true });
    expect(await lifetime('activated')).toBeLessThanOrEqual(60);
  });

  it('stores revoked rights for longer than an access token lives, so that no slow read restores them', async () => {
    await grants().adminChanged({ _id: 'deactivated', is_active: false, version: 2 });
    expect(await grants().read('session', 'deactivated')).toEqual({ live: true, admin: false });
    expect(await lifetime('deactivated')).toBeGreaterThan(5 * 60);
  });

  it('ends sessions for longer than an access token lives, and no other session', async () => {
    await grants().sessionsEnded(['ended', 'ended as well']);
    const ofAll = await Promise.all(['ended', 'ended as well', 'other'].map((id) => grants().read(id, 'user')));
    expect(ofAll.map(({ live }) => live)).toEqual([false, false, true]);
    expect(await sessionTtl('ended')).toBeGreaterThan(5 * 60);
  });

  it('reads the database once for a session and a user, and stores for at most a minute what it has read', async () => {
    const isSessionLive = jest.fn(async () => true);
    const adminUser = jest.fn(async () => ({ is_active: true, version: 3 }));
    const some = grants({ isSessionLive, adminUser });
    for (let times = 0; times < 3; times++)
      expect(await some.read('session', 'user')).toEqual({ live: true, admin: true });
    expect([isSessionLive.mock.calls, adminUser.mock.calls]).toEqual([[['session']], [['user']]]);
    for (const seconds of [await sessionTtl('session'), await lifetime('user')]) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  it('reads an ended session, a former admin and a user without a row of admins as what they are', async () => {
    const former = grants({
      isSessionLive: async () => false,
      adminUser: async () => ({ is_active: false, version: 2 }),
    });
    for (let times = 0; times < 2; times++)
      expect(await former.read('session', 'former')).toEqual({ live: false, admin: false });
    for (let times = 0; times < 2; times++)
      expect(await grants().read('live', 'nobody')).toEqual({ live: true, admin: false });
  });

  it('does not make an ended session active again when a read that began before ends later', async () => {
    const { read, finish } = slow(true);
    const reading = grants({ isSessionLive: read }).read('session', 'user');
    await waitFor('the read', async () => read.mock.calls.length === 1);
    await grants().sessionsEnded(['session']);
    finish();
    await reading;
    expect(await grants().read('session', 'user')).toMatchObject({ live: false });
  });

  it('does not give rights back when a read that began before their revocation ends later', async () => {
    const { read, finish } = slow({ is_active: true, version: 1 });
    const reading = grants({ adminUser: read }).read('session', 'user');
    await waitFor('the read', async () => read.mock.calls.length === 1);
    await grants().adminChanged({ _id: 'user', is_active: false, version: 2 });
    finish();
    await reading;
    expect(await grants().read('session', 'user')).toMatchObject({ admin: false });
  });

  it('keeps the newer of two changes of an admin, in whatever order they are published', async () => {
    await grants().adminChanged({ _id: 'user', is_active: false, version: 10 });
    await grants().adminChanged({ _id: 'user', is_active: true, version: 9 });
    expect(await grants().read('session', 'user')).toMatchObject({ admin: false });
    await grants().adminChanged({ _id: 'user', is_active: true, version: 11 });
    expect(await grants().read('session', 'user')).toMatchObject({ admin: true });
  });

  it('returns what it has read from the database also if Redis fails before it is stored', async () => {
    jest.spyOn(redis, 'eval').mockRejectedValue(new Error('disconnected'));
    const warning = jest.spyOn(logger, 'warn');
    expect(await grants().read('session', 'user')).toEqual({ live: true, admin: false });
    expect(warning).toHaveBeenCalledWith({ cause: 'disconnected' }, 'grant not stored in redis');
  });

  it('notifies listeners of each change by this process, and not of reads', async () => {
    const some = grants();
    const listener = jest.fn();
    some.onChange(listener);
    await some.read('session', 'user');
    expect(listener).not.toHaveBeenCalled();
    await some.sessionsEnded(['session']);
    expect(listener).toHaveBeenCalledTimes(1);
    await some.adminChanged({ _id: 'user', is_active: false, version: 2 });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('grants without Redis', () => {
  beforeAll(() => server.kill('SIGKILL'));

  it('are read from the database for each request', async () => {
    const isSessionLive = jest.fn(async () => true);
    const storing = jest.spyOn(redis, 'eval');
    const warning = jest.spyOn(logger, 'warn');
    const some = grants({ isSessionLive, adminUser: async () => ({ is_active: true, version: 1 }) });
    for (let times = 0; times < 2; times++)
      expect(await some.read('session', 'user')).toEqual({ live: true, admin: true });
    expect(isSessionLive).toHaveBeenCalledTimes(2);
    // Storing what was read would make each request wait for Redis a second time.
    expect(storing).not.toHaveBeenCalled();
    expect(warning).toHaveBeenCalledWith(
      { cause: expect.any(String) },
      'redis unavailable, reading grants from mongodb',
    );
  });

  it('cannot be revoked: the caller gets 503, and no listener is notified', async () => {
    const some = grants();
    const listener = jest.fn();
    some.onChange(listener);
    for (const revoking of [
      some.sessionsEnded(['session']),
      some.adminChanged({ _id: 'user', is_active: false, version: 2 }),
    ])
      await expect(revoking).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(listener).not.toHaveBeenCalled();
  });
});
