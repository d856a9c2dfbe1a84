import { randomUUID } from 'node:crypto';
import { mails } from '@docfolio/contracts/entities/mail';
import { type EventData, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { sendMail } from './mail.jobs.js';

// Deliveries as stored by a version without lead ids, retries and an outbox. The service migrates them at its start.

let world: NotificationsWorld;
let jobs: JobQueue;
let told: ReturnType<typeof openQueue<EventData>>;
let unsent: string;
let failed: string;

beforeAll(async () => {
  world = await startNotificationsWorld();
  const { host, port } = world.redis.options;
  jobs = new JobQueue({ redisUrl: `redis://${host}:${port}`, logger: createLogger('test', 'silent') });
  told = openQueue<EventData>(eventQueue('leads'), world.redis);
  [unsent, failed] = await Promise.all([recorded('unsent'), recorded('failed')]);
  await world.start({ OWNER_EMAIL: 'owner@example.com' });
});
afterAll(async () => {
  await Promise.all([jobs.close(), told.close()]);
  await world.stop();
});

const deliveries = () => world.database.collection<{ _id: string; state: string }>('mail_deliveries');

async function recorded(state: 'unsent' | 'failed'): Promise<string> {
  const id = `${randomUUID()}_lead_owner`;
  const now = new Date();
  const said = { kind: 'lead_owner', to: null, reply_to: null, subject: 'New Lead', text: 'Somebody wrote.' };
  const times = { created_at: now, sent_at: null, expires_at: new Date(now.getTime() + 86_400_000) };
  const one = { _id: id, ...said, ...times, state, message_id: `<${id}@docfolio.example>`, last_error: null };
  await deliveries().insertOne(one);
  return id;
}

it('sends a waiting email of an older version once', async () => {
  const id = unsent;
  await jobs.add(sendMail, { delivery_id: id }, { id });
  await waitFor('the event', async () => (await told.getJobs()).length === 1);
  const [event] = await told.getJobs();
  expect(event!.data).toMatchObject({ name: 'mail.sent', payload: { id, lead_id: null, to: 'owner' } });
  expect(await deliveries().findOne({ _id: id })).toMatchObject({ state: 'sent' });
  expect(await world.outbox()).toHaveLength(1);
});

it('lists a failed email of an older version as the contract declares, and retries it', async () => {
  const id = failed;
  const list = await world.rpc.call(mails.listFailed, {}, ask());
  expect(mails.listFailed.output.parse(list).items).toMatchObject([{ id, lead_id: null }]);
  await world.rpc.call(mails.retry, { id }, ask());
  await waitFor('it is sent', async () => (await deliveries().findOne({ _id: id }))?.state === 'sent');
});
