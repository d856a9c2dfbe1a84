import { leadCreated } from '@docfolio/contracts/entities/lead';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead } from '../testing/created-lead.js';
import { type NotificationsWorld, startFolderWorld } from '../testing/notifications-world.js';

let world: NotificationsWorld;

beforeAll(async () => {
  world = await startFolderWorld();
});
afterAll(() => world?.stop());

const announce = () => world.publish(leadCreated, { lead: createdLead(), by: 'visitor', actor: null });
const sent = () => world.database.collection('mail_deliveries').countDocuments({ state: 'sent' });
const mailJobs = () => world.redis.keys('bull:jobs-send-*:j_*');

it('sends the emails of a form without a job each', async () => {
  await announce();
  await waitFor('two emails', async () => (await sent()) === 2);
  await waitFor('the event is worked off', () => world.idle());
  expect(await world.outbox()).toHaveLength(2);
  expect(await mailJobs()).toEqual([]);
});
