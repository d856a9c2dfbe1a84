import { randomUUID } from 'node:crypto';
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { mails } from '@docfolio/contracts/entities/mail';
import { stats } from '@docfolio/contracts/entities/stats';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { openQueue } from '@docfolio/service-kit/queue';
import { queuedEvents } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead } from '../testing/created-lead.js';
import { ask, type SmtpWorld, startSmtpWorld } from '../testing/notifications-world.js';
import { type SmtpSink, startSmtpSink } from '../testing/smtp-sink.js';

const sender = 'ingrid@fjordline.example';

let world: SmtpWorld;
let server: SmtpSink | undefined;
let port: number;
let told: ReturnType<typeof openQueue>;

const deliveries = () => world.database.collection<{ _id: string; state: string; outbox: object[] }>('mail_deliveries');
const failed = (query = {}) => world.rpc.call(mails.listFailed, query, ask());
const failedCount = async () => (await world.rpc.call(stats.mails, {}, ask())).failed;
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
  world = await startSmtpWorld();
  port = world.smtpPort;
  told = openQueue(eventQueue('leads'), world.redis);
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

describe('an email that the server refuses', () => {
  it('is listed, counted and published as an event of its lead', async () => {
    const { lead, mail } = await enquireInVain();
    expect(await failed()).toEqual({
      items: [
        {
          id: expect.stringMatching(/_lead_acknowledgement$/),
          to: sender,
          subject: 'Thank you for your inquiry!',
          last_error: 'SMTP 550',
          created_at: expect.any(String),
          lead_id: lead.id,
        },
      ],
      total: 1,
      total_exact: true,
      next: null,
    });
    expect(await failedCount()).toBe(1);
    const payloads = Object.fromEntries((await events()).map(({ name, payload }) => [name, payload]));
    expect(payloads['mail.failed']).toEqual({
      id: mail.id,
      lead_id: lead.id,
      subject: mail.subject,
      to: 'lead',
      reason: 'SMTP 550',
    });
    expect(payloads['mail.sent']).toMatchObject({ lead_id: lead.id, to: 'owner', subject: expect.any(String) });
  });

  it('is sent under its own Message-ID when it is retried and accepted', async () => {
    const { lead, mail } = await enquireInVain();
    server = await startSmtpSink(port);
    const { received } = server;
    expect(await world.rpc.call(mails.retry, { id: mail.id }, ask())).toEqual({ id: mail.id });
    await waitFor('the mail', async () => received.length === 1);
    expect(received[0]!.to).toBe(sender);
    const stored = await deliveries().findOne({ _id: mail.id });
    expect(stored).toMatchObject({ message_id: received[0]!.messageId, retries: 1 });
    await waitFor('the last event', async () => (await events()).length === 3);
    expect((await events()).at(-1)).toMatchObject({ name: 'mail.sent', payload: { id: mail.id, lead_id: lead.id } });
    expect(await failedCount()).toBe(0);
    await expect(world.rpc.call(mails.retry, { id: mail.id }, ask())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('raises another event if it fails again', async () => {
    const { mail } = await enquireInVain();
    server = await startSmtpSink(port, { refuses: () => true });
    await world.rpc.call(mails.retry, { id: mail.id }, ask());
    await waitFor('the second failure', async () => (await events()).length === 3);
    const failures = (await events()).filter(({ name }) => name === 'mail.failed');
    expect(new Set(failures.map(({ event_id }) => event_id)).size).toBe(2);
    expect(await failedCount()).toBe(1);
  });

  it('is neither listed nor retried after it was dismissed', async () => {
    const { mail } = await enquireInVain();
    expect(await world.rpc.call(mails.dismiss, { id: mail.id }, ask())).toEqual({ id: mail.id });
    expect((await failed()).items).toEqual([]);
    expect(await failedCount()).toBe(0);
    for (const operation of [mails.retry, mails.dismiss])
      await expect(world.rpc.call(operation, { id: mail.id }, ask())).rejects.toMatchObject({ code: 'not_found' });
    expect(await deliveries().findOne({ _id: mail.id })).toMatchObject({ state: 'dismissed' });
  });
});

describe('an email that no server accepts', () => {
  it('fails after its last attempt and is listed', async () => {
    const storedJobs = () => world.redis.keys('bull:jobs-send-*:j_*');
    const ofOtherTests = await storedJobs();
    await enquire();
    const jobs = async () =>
      (await storedJobs()).filter((key) => !key.endsWith(':lock') && !ofOtherTests.includes(key));
    await waitFor(
      'both have failed once',
      async () => (await deliveries().countDocuments({ last_error: 'ESOCKET' })) === 2,
    );
    await waitFor('both are queued', async () => (await jobs()).length === 2);
    // Sets the attempts of the jobs as after four days, so that the next attempt is the last.
    for (const job of await jobs()) await world.redis.hset(job, 'atm', 109);
    await waitFor('both are given up', async () => (await failedCount()) === 2);
    expect((await failed()).items.map(({ to, last_error }) => [to, last_error])).toEqual(
      expect.arrayContaining([
        [null, 'ESOCKET'],
        [sender, 'ESOCKET'],
      ]),
    );
    await waitFor('both events', async () => (await events()).length === 2);
  });
});

it('lists failed emails newest first, across pages', async () => {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1 + (index >> 1)));
  await deliveries().insertMany(
    Array.from({ length: 7 }, (_, index) => ({
      _id: `${randomUUID()}_lead_owner`,
      state: 'failed',
      to: null,
      subject: `Mail ${index}`,
      created_at: at(index),
      lead_id: null,
      last_error: null,
      outbox: [],
    })),
  );
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const screen = await failed({ limit: 3, ...(after && { after }) });
    expect(screen.total).toBe(7);
    seen.push(...screen.items.map(({ created_at }) => created_at));
    after = screen.next ?? undefined;
  } while (after);
  expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => at(6 - index).toISOString()));
  await expect(failed({ after: 'bm90IGE' })).rejects.toMatchObject({ code: 'validation_failed' });
});
