import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { Redis } from 'ioredis';
import { blockingRedis, type RequestedWork, serveRequests } from '../requests.js';

export let server: TestRedis;

export let redis: Redis;

export let stop: AbortController;

export let served: Promise<void>;

/** Serves requests for backups until the end of the test. @param work what a test does instead of a real backup */
export const serve = (work: Partial<RequestedWork>, nextDue?: () => Date) => {
  served = serveRequests({
    ...{ redis: blockingRedis(server.url), nextDue, signal: stop.signal, print: () => undefined },
    create: async () => undefined,
    verify: async () => undefined,
    ...work,
  });
};

/** Starts a Redis for all tests, empties it before each, and ends what `serve` has started. */
export function useRequestServer(): void {
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await served;
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
}
