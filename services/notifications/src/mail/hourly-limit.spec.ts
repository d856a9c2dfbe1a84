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

it('at a limit of three mails an hour, a flood of contact forms stops no confirmation: each kind has the limit, further receipts are listed, the rest waits', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await enquire(`${name}@example.com`);
  await waitFor('a receipt beyond the limit', async () => (await failed()).length === 1, timeout);
  for (const name of ['e', 'f', 'g', 'h']) await subscribe(`${name}@example.com`);
  await waitFor('three mails each', async () => toVisitors().length === 6 && toOwner().length === 3, timeout);
  await waitFor('the queue is worked off', () => world.idle(), timeout);
  expect((await failed()).map(({ last_error }) => last_error)).toEqual(['hourly limit']);
  // The mail server receives an email shortly before the service records it as sent.
  await waitFor('a notice and a confirmation that wait', async () => (await waiting()) === 2, timeout);
  const confirmed = toVisitors().filter(({ source }) => source.includes('Subject: Confirm your subscription'));
  expect([toVisitors().length, confirmed.length, toOwner().length]).toEqual([6, 3, 3]);
  const warnings = service.log.filter(({ msg }) => msg === 'hourly limit of receipts to visitors reached');
  expect(warnings).toEqual([expect.objectContaining({ level: 'warn', limit })]);
});

it('sends a mail beyond the limit when the owner retries it', async () => {
  const [newest] = await failed();
  await world.rpc.call(mails.retry, { id: newest!.id }, ask());
  await waitFor('the mail', async () => toVisitors().length === 7, timeout);
  expect(toVisitors().at(-1)!.to).toBe(newest!.to);
});
