import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Logger } from './logging.js';
import { connectMongo } from './mongo/mongo.module.js';
import { flawsOf, readRedisFlaws, requireRedis } from './redis-requirements.js';
import { spawnService } from './testing/service-process.js';
import { sharedRedis } from './testing/shared-servers.js';
import type { TestRedis } from './testing/start-redis.js';
import { waitFor } from './testing/wait-for.js';

const info = (fields: Record<string, string | number>) =>
  Object.entries({
    redis_version: '7.0.15',
    role: 'master',
    maxmemory_policy: 'noeviction',
    aof_enabled: 1,
    rdb_saves: 0,
    ...fields,
  })
    .map(([name, value]) => `${name}:${value}\r\n`)
    .join('');

it.each<[string, Record<string, string | number>, string | undefined, string[]]>([
  ['stores all commands', {}, undefined, []],
  ['takes snapshots', { aof_enabled: 0 }, '3600 1', []],
  ['hides its settings, but has written a snapshot', { aof_enabled: 0, rdb_saves: 1 }, undefined, []],
  ['is a replica that may be written to', { role: 'slave', slave_read_only: 0 }, undefined, []],
  ['is a newer major version', { redis_version: '10.0.0' }, undefined, []],
  ['evicts any key', { maxmemory_policy: 'allkeys-lru' }, undefined, ['evicts allkeys-lru']],
  ['evicts keys with an expiry', { maxmemory_policy: 'volatile-ttl' }, undefined, ['evicts volatile-ttl']],
  ['writes nothing to its disk', { aof_enabled: 0 }, '', ['not_stored ']],
  ['hides whether it writes to its disk', { aof_enabled: 0 }, undefined, ['unchecked ']],
  ['is a read-only replica', { role: 'slave', slave_read_only: 1 }, undefined, ['read_only ']],
  ['is too old', { redis_version: '6.2.14' }, undefined, ['too_old 6.2.14']],
])('Finds the flaws of a Redis that %s', (_, fields, save, expected) => {
  expect(flawsOf(info(fields), save).map(({ flaw, value }) => `${flaw} ${value}`)).toEqual(expected);
});

describe('at start', () => {
  let redis: TestRedis;
  let commands: Redis;
  const warnings: unknown[] = [];
  const logger = { warn: (line: unknown) => warnings.push(line) } as unknown as Logger;
  beforeAll(async () => {
    redis = await sharedRedis();
    commands = new Redis(redis.url);
  });
  beforeEach(() => warnings.splice(0));
  afterEach(async () => {
    await commands.config('SET', 'maxmemory-policy', 'noeviction');
    await commands.config('SET', 'appendonly', 'yes');
    await commands.replicaof('NO', 'ONE');
  });
  afterAll(async () => {
    await commands.quit();
    await redis.stop();
  });

  const check = (isUnsafeAllowed = false, redisUrl = redis.url) => requireRedis({ redisUrl, logger, isUnsafeAllowed });

  it('a service refuses a Redis that may lose accepted messages, in one line of its log', async () => {
    await commands.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const service = spawnService(join(__dirname, '../dist'), 'testing/note-service.fixture.js', {
      ...{ REDIS_URL: redis.url, MONGODB_URI: 'mongodb://127.0.0.1:1', DB_NAME: 'unused' },
    });
    expect(await service.exited()).toBe(1);
    await waitFor('the line', async () => service.log.length > 0);
    const message = `REDIS_URL: Redis at ${redis.url} cannot be used: it may evict accepted messages (maxmemory-policy allkeys-lru), and needs maxmemory-policy noeviction.`;
    expect(service.log).toEqual([
      expect.objectContaining({ level: 'fatal', err: { type: 'UnusableStoreError', message } }),
    ]);
  });

  it('a Redis without persistence is refused, unless that is allowed', async () => {
    await commands.config('SET', 'appendonly', 'no');
    await expect(check()).rejects.toThrow(/only in memory, and needs appendonly yes\.$/);
    await check(true);
    expect(warnings).toEqual([expect.objectContaining({ flaw: 'not_stored' })]);
  });

  it('a read-only replica is refused, even if an unsafe Redis is allowed', async () => {
    await commands.replicaof('127.0.0.1', 1);
    await expect(check(true)).rejects.toThrow(/read-only replica, and the primary is needed\.$/);
  });

  it.each([
    ['redis://app:private@127.0.0.1:1', 'Redis at redis://127.0.0.1:1 cannot be used: connect ECONNREFUSED'],
    ['redis://app:private@redis.invalid:6379', 'Redis at redis://redis.invalid:6379 cannot be used: '],
  ])('the wrong REDIS_URL %s is reported without credentials', async (url, text) => {
    const error: unknown = await check(false, url).catch((caught: unknown) => caught);
    expect((error as Error).message).toContain(`REDIS_URL: ${text}`);
    expect((error as Error).message).not.toContain('private');
  });

  it('a wrong password is reported', async () => {
    await expect(check(false, redis.url.replace('redis://', 'redis://nobody:private@'))).rejects.toThrow(/WRONGPASS/);
  });

  it.each([
    ['mongodb://app:private@127.0.0.1:1/?appName=x', 'MongoDB at mongodb://***@127.0.0.1:1/ cannot be used: connect'],
    ['mongodb://app:private@mongo.invalid', 'MongoDB at mongodb://***@mongo.invalid cannot be used: getaddrinfo'],
  ])('the wrong MONGODB_URI %s is reported without credentials', async (uri, text) => {
    const error = await connectMongo({ uri, dbName: 'x' }, logger).catch((caught: Error) => caught);
    expect((error as Error).message).toContain(`MONGODB_URI: ${text}`);
    expect((error as Error).message).not.toContain('private');
    expect(warnings).toEqual([]);
  });

  it('a change of the policy is seen while the platform runs', async () => {
    expect(await readRedisFlaws(commands)).toEqual([]);
    await commands.config('SET', 'maxmemory-policy', 'volatile-lru');
    expect(await readRedisFlaws(commands)).toEqual([{ flaw: 'evicts', value: 'volatile-lru' }]);
  });
});
