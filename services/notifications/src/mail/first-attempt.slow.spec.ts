/**
 * Lets two processes handle one event.
 * @subject services/notifications/src/mail
 * @everyday services/notifications/src/mail/first-attempt.spec.ts
 */
import { EventEmitter, once } from 'node:events';
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { openQueue } from '@docfolio/service-kit/queue';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead } from '../testing/created-lead.js';
import { type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { startSmtpSink } from '../testing/smtp-sink.js';

const env = { OWNER_EMAIL: 'owner@example.com', PUBLIC_MAILS_PER_HOUR: '0' };
let world: NotificationsWorld;

beforeAll(async () => {
  world = await startNotificationsWorld();
});
afterEach(() => world.clear());
afterAll(() => world?.stop());

const announce = (id?: string, job?: string) =>
  world.publish(leadCreated, { lead: createdLead(), by: 'visitor', actor: null }, id, job);
const sent = () => world.database.collection('mail_deliveries').countDocuments({ state: 'sent' });
const mailJobs = () => world.redis.keys('bull:jobs-send-*:j_*');

it('sends each email once if two processes handle its event while the mail server is slow', async () => {
  const port = await freePort();
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  const server = await startSmtpSink(port, { taking: async () => void (await opened) });
  const smtp = { ...env, SMTP_URL: `smtp://127.0.0.1:${port}` };
  const services = await Promise.all([world.start(smtp), world.start(smtp)]);
  const id = await announce();
  await waitFor('both emails being sent', async () => server.received.length === 2);
  await announce(id, `${id}_again`);
  await waitFor(
    'a job for each, for the case that the first attempt fails',
    async () => (await mailJobs()).length === 2,
  );
  gate.emit('open');
  await waitFor('both marked', async () => (await sent()) === 2);
  await waitFor('both events are worked off', () => world.idle());
  const queues = ['send-mail', 'send-notice'].map((job) => openQueue(`jobs-${job}`, world.redis));
  for (const queue of queues) {
    expect(await queue.getDelayedCount()).toBe(1);
    await queue.promoteJobs();
    await waitFor('the job', async () => (await queue.getCompletedCount()) === 1);
    await queue.close();
  }
  expect(server.received).toHaveLength(2);
  await Promise.all(services.map((service) => service.stop()));
  await server.close();
});
