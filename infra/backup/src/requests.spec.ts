import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { RunningBackup } from './running-backup.js';
import { redis, serve, useRequestServer } from './testing/served-requests.js';

useRequestServer();

const running = async () => JSON.parse((await redis.get('docfolio:backup:running')) ?? 'null') as unknown;

const failure = async () => JSON.parse((await redis.get('docfolio:backup:failure')) ?? 'null') as unknown;

/** Writes a request as the gateway does. */
const request = async (what: string) => {
  const claim = JSON.stringify({ step: 'starting', percent: null, by: 'request' });
  expect(await redis.set('docfolio:backup:running', claim, 'EX', 30, 'NX')).toBe('OK');
  await redis.lpush('docfolio:backup:requests', what);
};

it('a server of requests announces itself and its schedule, and forgets a request that it has served', async () => {
  const create = jest.fn(async () => undefined);
  serve({ create }, () => new Date('2026-11-27T03:15:00.000Z'));
  await waitFor('the announcement', async () => (await redis.exists('docfolio:backup:server')) === 1);
  const { next_at } = JSON.parse((await redis.get('docfolio:backup:server'))!) as { next_at: string };
  expect(next_at).toBe('2026-11-27T03:15:00.000Z');
  expect(await redis.ttl('docfolio:backup:server')).toBeGreaterThan(60);
  await request('create');
  await waitFor('the backup', async () => create.mock.calls.length === 1);
  await waitFor('the end', async () => (await running()) === null);
  expect(await failure()).toBeNull();
});

it('a requested backup that fails says why', async () => {
  serve({
    create: async () => {
      throw new Error('disk full');
    },
  });
  await request('create');
  await waitFor('the failure', async () => (await failure()) !== null);
  expect(await failure()).toMatchObject({ message: 'disk full' });
  await waitFor('the end', async () => (await running()) === null);
});

it('a requested verification shows that it runs, and records its result', async () => {
  let finish: () => void = () => undefined;
  const isDone = new Promise<void>((resolve) => {
    finish = resolve;
  });
  serve({ verify: () => isDone });
  await request('verify');
  await waitFor('its beginning', async () => JSON.stringify(await running()).includes('"step":"verifying"'));
  await expect(RunningBackup.begin(redis, 'starting')).rejects.toThrow('already');
  finish();
  await waitFor('the result', async () => (await redis.exists('docfolio:backup:verified')) === 1);
  await waitFor('the end', async () => (await running()) === null);
});

it('a backup that was refused because another one is being made has not failed', async () => {
  const other = await RunningBackup.begin(redis, 'starting');
  let attempts = 0;
  serve({
    create: async () => {
      attempts += 1;
      await RunningBackup.begin(redis, 'starting');
    },
  });
  await redis.lpush('docfolio:backup:requests', 'create');
  await waitFor('the attempt', async () => attempts === 1);
  other.update('objects', 62);
  await waitFor('the progress', async () => JSON.stringify(await running()).includes('62'));
  expect(await running()).toMatchObject({ step: 'objects', percent: 62 });
  expect(await failure()).toBeNull();
  await other.end();
  expect(await running()).toBeNull();
});
