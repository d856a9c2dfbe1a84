import { randomBytes, randomUUID } from 'node:crypto';
import { passwordRecoveryRequested } from '@docfolio/contracts/entities/session';
import { type EventData, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { openQueue } from '@docfolio/service-kit/queue';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type SmtpWorld, startSmtpWorld } from '../testing/notifications-world.js';
import { type SmtpSink, startSmtpSink } from '../testing/smtp-sink.js';

const timeout = 110_000;

let world: SmtpWorld;
let server: SmtpSink | undefined;
let handover: SecretHandover;
let port: number;

beforeAll(async () => {
  world = await startSmtpWorld();
  port = world.smtpPort;
  handover = new SecretHandover(world.redis);
}, timeout);
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => world?.stop());

const deliveries = () => world.database.collection<{ _id: string; state: string }>('mail_deliveries');
const stateOf = async (recoveryId: string) =>
  (await deliveries().findOne({ _id: `${recoveryId}_password_recovery` }))?.state;

/** Hands over the token of a new recovery. @returns id, token and a function that publishes its event */
async function recover(email: string) {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  await handover.offer(id, token, 1_800);
  return { id, token, publish: () => world.publish(passwordRecoveryRequested, { recovery_id: id, email }, id) };
}

it(
  'emails the link to the account, and stores its token neither in the database nor in Redis',
  async () => {
    server = await startSmtpSink(port);
    const { received } = server;
    const { id, token, publish } = await recover('second-admin@example.com');
    await publish();
    await waitFor('the email is sent', async () => (await stateOf(id)) === 'sent', timeout);
    expect(received).toHaveLength(1);
    expect(received[0]!.to).toBe('second-admin@example.com');
    // Quoted-printable folds long lines with an equals sign.
    const source = received[0]!.source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(source).toMatch(/^Subject: Reset your password$/m);
    expect(source).toContain(`\r\nhttps://docfolio.example/auth/reset#${token}\r\n`);
    expect(source).toContain('It works once, for 30 minutes:');

    await waitFor('the token is discarded', async () => (await handover.read(id)) === null, timeout);
    expect(JSON.stringify(await deliveries().find().toArray())).not.toContain(token);
    for (const name of ['jobs-send-mail', eventQueue('notifications'), eventQueue('leads')]) {
      const queue = openQueue<EventData>(name, world.redis);
      expect(JSON.stringify(await queue.getJobs())).not.toContain(token);
      await queue.close();
    }
  },
  timeout,
);

it(
  'sends the link when the mail server is reachable again',
  async () => {
    const { id, publish } = await recover('owner@example.com');
    await publish();
    const noted = async () =>
      (await deliveries().findOne({ _id: `${id}_password_recovery`, last_error: 'ESOCKET' })) !== null;
    await waitFor('the first attempt has failed', noted, timeout);
    server = await startSmtpSink(port);
    await waitFor('the email is sent', async () => (await stateOf(id)) === 'sent', timeout);
    expect(server.received).toHaveLength(1);
  },
  timeout,
);

it(
  'sends no email when the link has expired',
  async () => {
    server = await startSmtpSink(port);
    const { id, publish } = await recover('owner@example.com');
    await handover.discard(id);
    await publish();
    await waitFor('the email is dropped', async () => (await stateOf(id)) === 'suppressed', timeout);
    expect(server.received).toHaveLength(0);
  },
  timeout,
);
