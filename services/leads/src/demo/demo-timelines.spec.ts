import { leads } from '@docfolio/contracts/lead';
import { timeline, timelineEntry } from '@docfolio/contracts/timeline';
import { ask } from '../testing/leads-world.js';
import { startTimelineWorld, type TimelineWorld } from '../testing/timeline-world.js';

let world: TimelineWorld;
const everybody = async () => (await world.rpc.call(leads.list, { limit: 100 }, ask())).items;
const entriesOf = async (id: string) => (await world.rpc.call(timeline.list, { id, sort: 'at' }, ask())).items;

beforeAll(async () => {
  world = await startTimelineWorld();
  await world.seed();
});
afterAll(() => world?.stop());

it('The demo timelines show each lead from its creation to its current status', async () => {
  for (const lead of await everybody()) {
    const entries = timelineEntry.array().parse(await entriesOf(lead.id));
    expect(entries[0]).toMatchObject({ kind: 'created', text: lead.source, at: lead.created_at });
    const steps = entries.filter(({ kind }) => kind === 'status');
    expect(steps.at(-1)?.to ?? 'new').toBe(lead.status);
    expect(steps.map(({ from }) => from)).toEqual(['new', ...steps.map(({ to }) => to)].slice(0, steps.length));
    expect(entries.filter(({ kind }) => kind.startsWith('mail'))).toHaveLength(lead.source === 'direct' ? 0 : 2);
  }
});

it('The demo timelines contain notes on three leads, and one failed email', async () => {
  const all = await Promise.all((await everybody()).map(({ id }) => entriesOf(id)));
  const having = (kind: string) => all.filter((entries) => entries.some((entry) => entry.kind === kind));
  expect(having('note')).toHaveLength(3);
  expect(having('mail_failed')).toHaveLength(1);
});

it('A second seed run leaves the demo timelines unchanged, and a later event does not repeat the creation', async () => {
  const stored = () => world.database.collection('timeline_entries').find().sort({ _id: 1 }).toArray();
  const before = await stored();
  await world.seed();
  expect(await stored()).toEqual(before);
  const [lead] = await everybody();
  const { length } = await entriesOf(lead!.id);
  for (const is_spam of [true, false]) await world.rpc.call(leads.patch, { id: lead!.id, is_spam }, ask());
  const entries = await world.entriesOf(lead!.id, length + 2);
  expect(entries.filter(({ kind }) => kind === 'created')).toHaveLength(1);
});
