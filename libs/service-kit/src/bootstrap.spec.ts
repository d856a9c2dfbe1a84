import { join } from 'node:path';
import { spawnService } from './testing/service-process.js';
import { sharedRedis } from './testing/shared-servers.js';
import type { TestRedis } from './testing/start-redis.js';
import { waitFor } from './testing/wait-for.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await sharedRedis();
});
afterAll(() => redis.stop());

it.each([
  ['startUntilSignal', 'start', 'the service cannot start'],
  ['prepareService', 'prepare', 'the service cannot be prepared'],
])('%s logs a refused setting and exits 78', async (_, RUN, msg) => {
  const service = spawnService(join(__dirname, '../dist'), 'testing/refused-service.fixture.js', {
    RUN,
    REDIS_URL: redis.url,
    MONGODB_URI: 'mongodb://127.0.0.1:1',
  });
  expect(await service.exited()).toBe(78);
  const fatal = () => service.log.find(({ level }) => level === 'fatal');
  await waitFor('the log line', async () => fatal() !== undefined);
  expect(fatal()).toMatchObject({ msg, err: { message: 'SETTING: is refused' } });
});
