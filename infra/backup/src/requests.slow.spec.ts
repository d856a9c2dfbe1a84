/**
 * Kills and restarts Redis while requests are awaited.
 * @subject infra/backup/src/requests.ts
 * @everyday infra/backup/src/requests.spec.ts
 */
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { blockingRedis, type RequestedWork, serveRequests } from './requests.js';

let server: TestRedis;
let redis: Redis;
let stop: AbortController;
let served: Promise<void>;
const serve = (work: Partial<RequestedWork>, nextDue?: () => Date) => {
  served = serveRequests({
    ...{ redis: blockingRedis(server.url), nextDue, signal: stop.signal, print: () => undefined },
    create: async () => undefined,
    verify: async () => undefined,
    ...work,
  });
};

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

it('requests are served again after Redis was restarted', async () => {
  const create = jest.fn(async () => undefined);
  serve({ create });
  await waitFor('the announcement', async () => (await redis.exists('docfolio:backup:server')) === 1);
  await server.kill('SIGKILL');
  await server.restart();
  await waitFor('the connection', async () => (await redis.ping()) === 'PONG');
  await redis.lpush('docfolio:backup:requests', 'create');
  await waitFor('the backup', async () => create.mock.calls.length === 1, 60_000);
});
