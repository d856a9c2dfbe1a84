import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import type { Redis } from 'ioredis';
import { Grants } from './grants.js';

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
const grants = () => new Grants(redis, { isSessionLive: async () => true, adminUser: async () => null }, logger);

const lifetime = (userId: string) => redis.ttl(`gateway:admin:${userId}`);

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
