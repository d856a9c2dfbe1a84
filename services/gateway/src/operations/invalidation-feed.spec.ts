import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/core/cache';
import { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { announceInvalidation } from '@docfolio/service-kit/events/cache-announcement';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';

// Runs publisher and receiver of invalidations on a separate Redis.

const logger = { info: jest.fn(), warn: jest.fn() };
let redis: TestRedis;
let keys: Redis;
let feed: InvalidationFeed;
let events: string[];

const started = async (heartbeat = 5_000) => {
  feed = new InvalidationFeed({ redisUrl: redis.url, logger, heartbeat });
  events = [];
  feed.addListener({
    invalidate: (tags, sequence) => events.push(`drop ${sequence} ${tags.join()}, was at ${feed.sequence}`),
    flush: () => events.push('flush'),
  });
  await feed.start();
  return feed;
};
const at = (sequence: number) =>
  waitFor(`invalidation ${sequence}`, async () => feed.sequence === sequence).catch((error: Error) => {
    throw new Error(`${error.message}: at ${feed.sequence}, ${events.join('; ')}`);
  });

beforeAll(async () => {
  redis = await startRedis();
  keys = new Redis(redis.url);
  keys.on('error', () => undefined);
});
beforeEach(async () => {
  logger.warn.mockClear();
  await keys.flushall();
});
afterEach(() => feed.close());
afterAll(async () => {
  keys.disconnect();
  await redis.stop();
});

describe('the invalidation feed', () => {
  it('delivers each invalidation in order and raises its sequence after its listeners ran', async () => {
    await keys.set(cacheSequenceKey, 41);
    await started();
    expect([feed.sequence, events]).toEqual([41, ['flush']]);
    expect(await announceInvalidation(keys, ['posts', 'comments'])).toBe(42);
    expect(await announceInvalidation(keys, ['bookmarks'])).toBe(43);
    await at(43);
    expect(events.slice(1)).toEqual(['drop 42 posts,comments, was at 41', 'drop 43 bookmarks, was at 42']);
  });

  it('flushes when a sequence number is missing', async () => {
    await started();
    await announceInvalidation(keys, ['posts']);
    await keys.publish(cacheChannel, JSON.stringify({ sequence: 3, tags: ['posts'] }));
    await at(3);
    expect(events).toEqual(['flush', 'drop 1 posts, was at 0', 'flush']);
  });

  it('flushes for a malformed message and continues', async () => {
    await started();
    await keys.publish(cacheChannel, '{"sequence":"one"');
    await keys.publish(cacheChannel, '{"sequence":"one"}');
    await announceInvalidation(keys, ['posts']);
    await at(1);
    expect(events).toEqual(['flush', 'flush', 'flush', 'drop 1 posts, was at 0']);
  });

  it('flushes for a lost message and for a sequence that started over', async () => {
    await keys.set(cacheSequenceKey, 7);
    await started(50);
    await keys.incr(cacheSequenceKey);
    await at(8);
    expect(events).toEqual(['flush', 'flush']);
    await keys.del(cacheSequenceKey);
    await at(0);
    expect(events).toEqual(['flush', 'flush', 'flush']);
  });

  it('is silent while Redis is down and flushes on reconnection', async () => {
    await started();
    await announceInvalidation(keys, ['posts']);
    await at(1);
    await redis.kill('SIGKILL');
    await waitFor('the loss', async () => logger.warn.mock.calls.length > 0);
    expect([feed.sequence, events]).toEqual([1, ['flush', 'drop 1 posts, was at 0']]);
    await redis.restart();
    await waitFor('the second flush', async () => events.length === 3);
    expect([feed.sequence, events[2]]).toEqual([1, 'flush']);
    await waitFor('the announcement', () =>
      announceInvalidation(keys, ['posts']).then(
        () => true,
        () => false,
      ),
    );
    await waitFor('the news', async () => events.some((event) => event.startsWith('drop 2')));
  });

  it('detects a Redis that stopped responding', async () => {
    await started(100);
    await redis.kill('SIGSTOP');
    await waitFor('the loss', async () => logger.warn.mock.calls.length > 0);
    await redis.kill('SIGCONT');
    await waitFor('the second flush', async () => events.length === 2);
    await announceInvalidation(keys, ['posts']);
    await at(1);
  });

  it('lets a process start without Redis and connects later', async () => {
    await redis.kill('SIGKILL');
    await started();
    expect([feed.sequence, events]).toEqual([0, []]);
    await redis.restart();
    await waitFor('the first flush', async () => events.length === 1);
  });
});
