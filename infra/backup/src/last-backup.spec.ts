import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { Redis } from 'ioredis';
import type { CreatedBackup } from './create-backup.js';
import { recordFailure, recordSuccess } from './last-backup.js';

let server: TestRedis;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

it('the platform knows its last backup, and a failure until the next one succeeds', async () => {
  const part = { kind: 'documents', source: 'a.b', sha256: '', name: 'x' } as const;
  const manifest = {
    ...{ started_at: '2026-11-24T03:15:00.000Z', finished_at: '2026-11-24T03:15:09.000Z' },
    parts: [
      { ...part, records: 3, bytes: 100 },
      { ...part, records: 4, bytes: 200 },
    ],
  };
  await recordFailure(redis, new Error('disk full'));
  expect(JSON.parse((await redis.get('docfolio:backup:failure'))!)).toMatchObject({ message: 'disk full' });
  await recordSuccess(redis, { id: '20261124T031500Z-abcdef', manifest } as unknown as CreatedBackup, false);
  expect(JSON.parse((await redis.get('docfolio:backup:last'))!)).toEqual({
    ...{ id: '20261124T031500Z-abcdef', bytes: 300, records: 7, beside_data: false },
    ...{ started_at: '2026-11-24T03:15:00.000Z', finished_at: '2026-11-24T03:15:09.000Z' },
  });
  expect(await redis.exists('docfolio:backup:failure')).toBe(0);
});
