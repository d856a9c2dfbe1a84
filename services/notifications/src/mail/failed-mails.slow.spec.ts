/**
 * Kills the service while it sends an email, and before it publishes an event.
 * @subject services/notifications/src/mail libs/service-kit/src/events
 * @everyday services/notifications/src/mail/failed-mails.spec.ts
 */
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { mails } from '@docfolio/contracts/entities/mail';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { openQueue } from '@docfolio/service-kit/queue';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import { queuedEvents } from '@docfolio/service-kit/testing/queued-events';
import type { ServiceProcess } from '@docfolio/service-kit/testing/service-process';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead } from '../testing/created-lead.js';
import { ask, type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { type SmtpSink, startSmtpSink } from '../testing/smtp-sink.js';

const owner = 'owner@example.com';
const sender = 'ingrid@fjordline.example';

let world: NotificationsWorld;
let service: ServiceProcess;
let server: SmtpSink | undefined;
let port: number;
let told: ReturnType<typeof openQueue>;

const start = async () => {
  service = await world.start({ OWNER_EMAIL: owner, SMTP_URL: `smtp://127.0.0.1:${port}` });
};
const deliveries = () => world.database.collection<{ _id: string; state: string; outbox: object[] }>('mail_deliveries');
const failed = (query = {}) => world.rpc.call(mails.listFailed, query, ask());
/** Returns the email events that were queued for the leads service, in order. */
const events = () => queuedEvents(told);

async function enquire() {
  const lead = createdLead();
  await world.publish(leadCreated, { lead, by: 'visitor', actor: null });
  return lead;
}

/** Creates a lead whose acknowledgement the mail server refuses, while it accepts the email to the owner. */
async function enquireInVain() {
  server = await startSmtpSink(port, { refuses: (address) => address === sender });
  const lead = await enquire();
  await waitFor('one mail given up, the other sent', async () => (await events()).length === 2);
  await server.close();
  const [mail] = (await failed()).items;
  return { lead, mail: mail! };
}

beforeAll(async () => {
  [world, port] = await Promise.all([startNotificationsWorld(), freePort()]);
  told = openQueue(eventQueue('leads'), world.redis);
  await start();
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await world.clear();
  await told.obliterate({ force: true });
});

afterAll(async () => {
  await told.close();
  await world.stop();
});

describe('the notifications service', () => {
  it('sends an email again and raises one event if it is killed after the mail server accepted the email', async () => {
    let kills = 0;
    server = await startSmtpSink(port, {
      taking: async () => {
        if (kills++ === 0) await service.kill('SIGKILL');
      },
    });
    const { received } = server;
    await enquire();
    await waitFor('the kill', async () => kills > 0);
    await start();
    await waitFor(
      'both are on record as sent',
      async () => (await deliveries().countDocuments({ state: 'sent' })) === 2,
    );
    await waitFor('both events', async () => (await events()).length === 2);
    expect(received.length).toBeGreaterThan(2);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('publishes the same event after the restart if it is killed before the publication', async () => {
    const { mail } = await enquireInVain();
    const [event] = (await events()).filter(({ name }) => name === 'mail.failed');
    await service.kill('SIGKILL');
    // Simulates a crash: the event is stored in the outbox, but not published to Redis.
    const { event_id: id, name, payload, occurred_at } = event!;
    await deliveries().updateOne(
      { _id: mail.id },
      { $push: { outbox: { id, name, payload, at: new Date(occurred_at) } } },
    );
    await told.obliterate({ force: true });
    await start();
    await waitFor('the event', async () => (await events()).length === 1);
    expect(await events()).toEqual([event]);
    await waitFor('an empty outbox', async () => (await deliveries().findOne({ _id: mail.id }))!.outbox.length === 0);
  });
});
