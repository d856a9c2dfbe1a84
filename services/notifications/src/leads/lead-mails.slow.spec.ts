/**
 * Sends emails while the mail server is down or hangs, and kills the service.
 * @subject services/notifications/src/mail
 * @everyday services/notifications/src/leads/lead-mails.spec.ts
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead as lead } from '../testing/created-lead.js';
import { type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { startSmtpSink } from '../testing/smtp-sink.js';

let world: NotificationsWorld;
const idle = () => world.idle();
const publish: NotificationsWorld['publish'] = (...event) => world.publish(...event);
const startNotifications: NotificationsWorld['start'] = (env) => world.start(env);

beforeAll(async () => {
  world = await startNotificationsWorld();
});
afterEach(() => world.clear());
afterAll(() => world?.stop());

describe('the mail server', () => {
  it('may be down: emails are sent once when it is up again, even if the service was killed in between', async () => {
    const port = await freePort();
    const env = { OWNER_EMAIL: 'owner@example.com', SMTP_URL: `smtp://127.0.0.1:${port}` };
    const first = await startNotifications(env);
    await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
    await waitFor('the event is worked off', idle);
    await first.kill('SIGKILL');
    const second = await startNotifications(env);
    const server = await startSmtpSink(port);
    await waitFor('two mails', async () => server.received.length >= 2, 40_000);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(2);
    expect(server.received.map(({ to }) => to).sort()).toEqual(['ingrid@fjordline.example', 'owner@example.com']);
    expect(await readdir(world.folder)).toEqual([]);
    await second.stop();
    await server.close();
  });

  it('may hang: sending fails with ETIMEDOUT, for two emails within 25 s', async () => {
    const port = await freePort();
    const silent = createServer(() => undefined).listen(port, '127.0.0.1');
    await once(silent, 'listening');
    const service = await startNotifications({
      OWNER_EMAIL: 'owner@example.com',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
    const failed = () => world.database.collection('mail_deliveries').countDocuments({ last_error: 'ETIMEDOUT' });
    await waitFor('both mails given back', async () => (await failed()) === 2, 25_000);
    await service.stop();
    silent.close();
  });
});
