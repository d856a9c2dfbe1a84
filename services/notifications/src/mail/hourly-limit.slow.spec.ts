/**
 * Restarts the service with a clock that is an hour ahead.
 * @subject services/notifications/src/mail
 * @everyday services/notifications/src/mail/hourly-limit.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { mails } from '@docfolio/contracts/entities/mail';
import { confirmationRequested } from '@docfolio/contracts/entities/newsletter';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import type { ServiceProcess } from '@docfolio/service-kit/testing/service-process';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead } from '../testing/created-lead.js';
import { ask, type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { type SmtpSink, startSmtpSink } from '../testing/smtp-sink.js';

const owner = 'owner@example.com';
const hour = 3_600_000;
const limit = 3;
const timeout = 110_000;

let world: NotificationsWorld;
let server: SmtpSink;
let service: ServiceProcess;

const realNow = Date.now;

/**
 * Starts the service with a clock that is ahead. Sets the clock of this process too, because requests carry deadlines.
 * @param ahead ms
 */
async function start(ahead: number): Promise<void> {
  Date.now = () => realNow() + ahead;
  const clock = pathToFileURL(join(__dirname, '../../dist/testing/later.fixture.js')).href;
  service = await world.start({
    OWNER_EMAIL: owner,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_MAILS_PER_HOUR: String(limit),
    NODE_OPTIONS: `--import=${clock}`,
    CLOCK_AHEAD_MS: String(ahead),
  });
}

const enquire = (email: string) =>
  world.publish(leadCreated, { lead: createdLead({ email }), by: 'visitor', actor: null });
const subscribe = (email: string) =>
  world.publish(confirmationRequested, {
    ...{ id: randomUUID(), email, name: null },
    ...{ confirm_token: 'c'.repeat(40), unsubscribe_token: 'u'.repeat(40) },
  });
const toOwner = () => server.received.filter(({ to }) => to === owner);
const toVisitors = () => server.received.filter(({ to }) => to !== owner);
const failed = async () => (await world.rpc.call(mails.listFailed, {}, ask())).items;
const waiting = () => world.database.collection('mail_deliveries').countDocuments({ state: 'unsent' });

let port: number;
/** ms to the start of the next hour, so that no test crosses the end of an hour. */
const toNextHour = hour - (Date.now() % hour);

beforeAll(async () => {
  [world, port] = await Promise.all([startNotificationsWorld(), freePort()]);
  server = await startSmtpSink(port);
  await start(toNextHour);
});

afterAll(async () => {
  Date.now = realNow;
  await world.stop();
  await server.close();
});

beforeAll(async () => {
  for (const name of ['a', 'b', 'c', 'd']) await enquire(`${name}@example.com`);
  await waitFor('a receipt beyond the limit', async () => (await failed()).length === 1, timeout);
  for (const name of ['e', 'f', 'g', 'h']) await subscribe(`${name}@example.com`);
  await waitFor('three mails each', async () => toVisitors().length === 6 && toOwner().length === 3, timeout);
  await waitFor('the queue is worked off', () => world.idle(), timeout);
  const [newest] = await failed();
  await world.rpc.call(mails.retry, { id: newest!.id }, ask());
  await waitFor('the mail', async () => toVisitors().length === 7, timeout);
});

it('At an hourly limit, the service sends the delayed notices and confirmations, and new mails, in the next hour', async () => {
  const limiters = await world.redis.keys('*:limiter');
  expect(limiters.sort()).toEqual([
    expect.stringContaining('send-confirmation'),
    expect.stringContaining('send-notice'),
  ]);
  for (const limiter of limiters) {
    const left = await world.redis.pttl(limiter);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(hour);
  }
  await service.kill('SIGTERM');
  // Redis expires the limiter of notices by its own clock, which the test cannot move.
  await world.redis.del(limiters);
  await start(toNextHour + hour);
  await enquire('i@example.com');
  await waitFor('what waited', async () => toOwner().length === 5 && toVisitors().length === 9, timeout);
  await waitFor('all of them on record as sent', async () => (await waiting()) === 0, timeout);
  expect(await failed()).toHaveLength(0);
});
