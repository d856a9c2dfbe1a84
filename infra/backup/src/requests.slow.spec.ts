/**
 * Kills and restarts Redis while requests are awaited.
 * @subject infra/backup/src/requests.ts
 * @everyday infra/backup/src/requests.spec.ts
 */
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { redis, serve, server, useRequestServer } from './testing/served-requests.js';

useRequestServer();

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
