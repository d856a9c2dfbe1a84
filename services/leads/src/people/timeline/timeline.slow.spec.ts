/**
 * Kills the service before it publishes an event.
 * @subject services/leads/src/people/timeline libs/service-kit/src/events
 * @everyday services/leads/src/people/timeline/timeline.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { leads } from '@docfolio/contracts/entities/lead';
import { make } from '../../testing/leads-world.js';
import { startTimelineWorld, type TimelineWorld } from '../../testing/timeline-world.js';

const owner = 'owner@example.com';

let world: TimelineWorld;
const addLead = () => world.rpc.call(leads.create, { name: 'Mateo', email: 'mateo@example.com' }, make());

beforeAll(async () => {
  world = await startTimelineWorld();
});
afterAll(() => world?.stop());

it('An event stored before the service was killed creates its entries after the restart', async () => {
  const { id } = await addLead();
  await world.entriesOf(id, 1);
  const [event] = (await world.heard()).filter(({ name }) => name === 'lead.created').slice(-1);
  await world.kill();
  // Simulates a crash: the write and its event are stored, but the event is not published.
  const entry = { id: randomUUID(), name: 'lead.changed', at: new Date() };
  const payload = { id, act: 'changed', actor: owner, status: { from: 'new', to: 'lost' }, fields: [] };
  await world.database
    .collection<{ _id: string; outbox: object[] }>('leads')
    .updateOne({ _id: id }, { $set: { status: 'lost' }, $push: { outbox: { ...entry, payload } } });
  // The previous event is delivered again, as if it had not been acknowledged.
  await world.tellAgain(event!);
  await world.start();
  expect(await world.entriesOf(id, 2)).toMatchObject([{ kind: 'created' }, { kind: 'status', to: 'lost' }]);
});
