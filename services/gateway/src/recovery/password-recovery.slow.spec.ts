/**
 * Kills MongoDB between the request for a recovery link and its email.
 * @subject services/gateway/src/recovery/recovery.service.ts
 * @everyday services/gateway/src/recovery/password-recovery.spec.ts
 */
import { passwordRecoveryRequested } from '@docfolio/contracts/entities/session';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { startWorld, type World } from '../testing/world.js';

let world: World;
let redis: ReturnType<typeof connectRedis>;
let events: ReturnType<typeof openQueue>;

beforeAll(async () => {
  world = await startWorld({ own: ['mongo'] });
  redis = connectRedis(world.redis.url, 'commands', createLogger('test', 'silent'));
  events = openQueue(eventQueue('notifications'), redis);
});
afterAll(async () => {
  await events.close();
  await closeRedis(redis);
  await world.stop();
});

it('a request for a recovery link is accepted while MongoDB is down, and processed when it is back', async () => {
  const email = await world.makeUser('user');
  await world.mongo.kill('SIGKILL');
  try {
    expect((await world.api('POST', '/auth/recovery', { body: { email } })).status).toBe(200);
  } finally {
    await world.mongo.restart();
  }
  const isDue = async () =>
    (await queuedPayloads(events, passwordRecoveryRequested)).some((payload) => payload.email === email);
  await waitFor('the email is due', isDue);
});
