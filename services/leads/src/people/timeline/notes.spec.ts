import { randomUUID } from 'node:crypto';
import { liveStream } from '@docfolio/contracts/core/live';
import { clients } from '@docfolio/contracts/entities/client';
import { conversions } from '@docfolio/contracts/entities/conversion';
import { leadChanged, leads } from '@docfolio/contracts/entities/lead';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { timeline } from '@docfolio/contracts/entities/timeline';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, make } from '../../testing/leads-world.js';
import { startTimelineWorld, type TimelineWorld } from '../../testing/timeline-world.js';
import { purgeTimelines } from './timeline.jobs.js';

const owner = 'owner@example.com';

let world: TimelineWorld;
const addLead = () => world.rpc.call(leads.create, { name: 'Mateo', email: 'mateo@example.com' }, make());
const addNote = (id: string, text: string, key?: string) => world.rpc.call(timeline.addNote, { id, text }, make(key));
const patchNote = (id: string, version: number, text: string) =>
  world.rpc.call(timeline.patchNote, { id, version, text }, ask());
const notes = async (id: string) =>
  (await world.rpc.call(timeline.list, { id }, ask())).items.filter(({ kind }) => kind === 'note');
const stored = () => world.database.collection<{ _id: string; subjects: string[] }>('timeline_entries');

beforeAll(async () => {
  world = await startTimelineWorld();
});
afterAll(() => world?.stop());

describe('a note', () => {
  it('is added to a lead or a client with its author', async () => {
    const lead = await addLead();
    const client = await world.rpc.call(clients.create, { name: 'Sunita', email: 'sunita@example.com' }, make());
    for (const { id } of [lead, client]) {
      const note = await addNote(id, '  Call again in January.\nAsk for Ana.  ');
      expect(note).toEqual({
        id: expect.any(String),
        subject_id: id,
        kind: 'note',
        at: expect.any(String),
        actor: owner,
        text: 'Call again in January.\nAsk for Ana.',
        from: null,
        to: null,
        link: null,
        edited_at: null,
        conversion: null,
        version: 1,
      });
      expect(await notes(id)).toEqual([note]);
    }
  });

  it('is created once from ten concurrent requests with one key, and refused with another text', async () => {
    const { id } = await addLead();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => addNote(id, 'Once', key)));
    expect(new Set(answers.map((note) => note.id)).size).toBe(1);
    expect(await notes(id)).toHaveLength(1);
    await expect(addNote(id, 'Twice', key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('requires a text and an existing subject', async () => {
    const { id } = await addLead();
    await expect(addNote(id, ' \n ')).rejects.toMatchObject({
      errors: [{ path: 'text', message: 'A note needs some text' }],
    });
    await expect(addNote(randomUUID(), 'Nobody')).rejects.toMatchObject({ code: 'not_found' });
    await world.rpc.call(leads.delete, { id }, ask());
    await expect(addNote(id, 'Gone')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows when it was edited, and refuses a stale edit with the current note', async () => {
    const { id } = await addLead();
    const note = await addNote(id, 'First');
    const edited = await patchNote(note.id, 1, 'Second');
    expect(edited).toMatchObject({ text: 'Second', version: 2, at: note.at, edited_at: expect.any(String) });
    await expect(patchNote(note.id, 1, 'Third')).rejects.toMatchObject({
      code: 'stale',
      current: { id: note.id, text: 'Second', version: 2 },
    });
    expect(await patchNote(note.id, 2, 'Second')).toEqual(edited);
    expect(await notes(id)).toEqual([edited]);
  });

  it('is removed from the timeline once deleted', async () => {
    const { id } = await addLead();
    const note = await addNote(id, 'Soon gone');
    expect(await world.rpc.call(timeline.deleteNote, { id: note.id }, ask())).toEqual({ id: note.id });
    expect(await notes(id)).toEqual([]);
    await expect(patchNote(note.id, 2, 'Back')).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.rpc.call(timeline.deleteNote, { id: note.id }, ask())).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is the only kind of entry that can be edited or deleted', async () => {
    const [created] = await world.entriesOf((await addLead()).id, 1);
    await expect(patchNote(created!.id, 1, 'No')).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.rpc.call(timeline.deleteNote, { id: created!.id }, ask())).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('notifies open CRM tabs with the id of its lead', async () => {
    const { id } = await addLead();
    await world.entriesOf(id, 1);
    const note = await addNote(id, 'Told');
    await patchNote(note.id, 1, 'Told again');
    await world.rpc.call(timeline.deleteNote, { id: note.id }, ask());
    const heard = async () => {
      const entries = await world.redis.xrange(liveStream, '-', '+');
      return entries
        .map(([, fields]) => JSON.parse(fields[1]!) as { topic: string; id: string; act: string })
        .filter((change) => change.topic === 'timeline_entries' && change.id === id)
        .map(({ act }) => act);
    };
    await waitFor('all four', async () => (await heard()).length === 4);
    expect((await heard()).sort()).toEqual(['changed', 'created', 'created', 'deleted']);
  });
});

it('pages through a timeline without gaps or repeats', async () => {
  const { id } = await addLead();
  await world.entriesOf(id, 1);
  for (let index = 0; index < 9; index++) await addNote(id, `Note ${index}`);
  const seen: (string | null)[] = [];
  let after: string | undefined;
  do {
    const screen = await world.rpc.call(timeline.list, { id, limit: 4, ...(after && { after }) }, ask());
    expect(screen.total).toBe(10);
    seen.push(...screen.items.map(({ text }) => text));
    after = screen.next ?? undefined;
  } while (after);
  expect(seen).toEqual([...Array.from({ length: 9 }, (_, index) => `Note ${8 - index}`), 'direct']);
});

it('backfills the creation of an older lead once, when its timeline is read', async () => {
  const lead = await addLead();
  await world.entriesOf(lead.id, 1);
  const longAgo = new Date('2026-01-02T03:04:05.000Z');
  await stored().deleteMany({ subjects: lead.id } as never);
  await world.database
    .collection<{ _id: string }>('leads')
    .updateOne({ _id: lead.id }, { $set: { created_at: longAgo } });
  for (let times = 0; times < 2; times++) {
    const { items, total } = await world.rpc.call(timeline.list, { id: lead.id }, ask());
    expect(items).toMatchObject([{ kind: 'created', text: 'direct', at: longAgo.toISOString() }]);
    expect(total).toBe(1);
  }
});

it('deletes the timeline of a purged lead, and no other', async () => {
  const jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
  const [gone, trashed] = [await addLead(), await addLead()];
  for (const { id } of [gone, trashed]) {
    await addNote(id, 'They told me everything');
    await world.rpc.call(leads.delete, { id }, ask());
  }
  const of = (id: string) => stored().countDocuments({ subjects: id });
  await waitFor('all is told', async () => (await of(gone.id)) === 3 && (await of(trashed.id)) === 3);
  // Adds an entry that is also on the timeline of a client.
  await stored().updateOne(
    { subjects: gone.id, kind: 'deleted' } as never,
    { $push: { subjects: 'a client' } } as never,
  );
  await world.database.collection<{ _id: string }>('leads').deleteOne({ _id: gone.id });
  await jobs.add(purgeTimelines, {});
  await waitFor('it is forgotten', async () => (await of(gone.id)) === 0);
  expect(await of(trashed.id)).toBe(3);
  expect(await of('a client')).toBe(1);
  await jobs.close();
});

it('removes purged names from the timeline of a project', async () => {
  const jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
  const lead = await addLead();
  const client = { name: 'Vanishing Client', email: 'vanishing-client@example.com' };
  const project = { title: 'Bakery', service_type: 'Web' };
  const made = await world.rpc.call(conversions.create, { id: lead.id, client, project }, make());
  const conversion = async () =>
    (await world.rpc.call(timeline.list, { id: made.project!.id }, ask())).items.find(
      ({ kind }) => kind === 'converted',
    );
  await waitFor('the conversion', async () => (await conversion()) !== undefined);
  expect(await conversion()).toMatchObject({
    link: { id: lead.id, label: 'Mateo' },
    conversion: { client: { id: made.client!.id, label: 'Vanishing Client' } },
  });
  await world.rpc.call(clients.delete, { id: made.client!.id }, ask());
  await world.rpc.call(leads.delete, { id: lead.id }, ask());
  for (const [type, { id }] of [
    ['clients', made.client!],
    ['leads', lead],
  ] as const)
    await world.rpc.call(peopleTrash.purge, { type, id }, ask());
  await waitFor('the deletions', () => world.isQuiet());
  await waitFor('nobody is named', async () => {
    await jobs.add(purgeTimelines, {});
    return !/Mateo|Vanishing/.test(JSON.stringify(await conversion()));
  });
  expect(await conversion()).toMatchObject({ link: { label: 'Lead' }, conversion: { client: { label: 'Client' } } });
  await jobs.close();
});

it('removes the sender from the inquiries of a purged lead', async () => {
  const jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
  const sent = await world.submit(serviceInquiries.submit, {
    name: 'Vanishing Person',
    email: 'vanishing@example.com',
    service_name: 'Design review',
    specific_requirements: 'A look at our forms.',
  });
  const { id } = sent.accepted ? sent : sent.result;
  const { lead_id } = await world.rpc.call(serviceInquiries.get, { id }, ask());
  const found = async () => (await world.rpc.call(serviceInquiries.list, { search: 'vanishing' }, ask())).total;
  expect(await found()).toBe(1);
  await world.rpc.call(leads.delete, { id: lead_id }, ask());
  await world.rpc.call(peopleTrash.purge, { type: 'leads', id: lead_id }, ask());
  await waitFor('the deletion', () => world.isQuiet());
  await jobs.add(purgeTimelines, {});
  await waitFor('nobody is found', async () => (await found()) === 0);
  expect(await world.rpc.call(serviceInquiries.get, { id }, ask())).toMatchObject({
    person: null,
    specific_requirements: 'A look at our forms.',
  });
  await jobs.close();
});

it('removes the sender from an inquiry in the trash when its lead is purged', async () => {
  const jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
  const sent = await world.submit(serviceInquiries.submit, {
    name: 'Trashed Person',
    email: 'trashed@example.com',
    company: 'Trashed Company',
    service_name: 'Audit',
    specific_requirements: 'A look at our bins.',
  });
  const { id } = sent.accepted ? sent : sent.result;
  const { lead_id } = await world.rpc.call(serviceInquiries.get, { id }, ask());
  await world.rpc.call(serviceInquiries.delete, { id }, ask());
  const inTrash = async () =>
    (await world.rpc.call(peopleTrash.list, { type: 'service_inquiries' }, ask())).items.find((item) => item.id === id);
  expect(await inTrash()).toMatchObject({ detail: 'Trashed Person, trashed@example.com' });
  await world.rpc.call(leads.delete, { id: lead_id }, ask());
  await world.rpc.call(peopleTrash.purge, { type: 'leads', id: lead_id }, ask());
  await waitFor('the deletion', () => world.isQuiet());
  await jobs.add(purgeTimelines, {});
  await waitFor('the sender is removed', async () => (await inTrash())?.detail === '');
  const stored = world.database.collection<{ _id: string }>('service_inquiries');
  expect(JSON.stringify(await stored.findOne({ _id: id }))).not.toMatch(/trashed/i);
  await world.rpc.call(peopleTrash.restore, { type: 'service_inquiries', id }, ask());
  expect(await world.rpc.call(serviceInquiries.get, { id }, ask())).toMatchObject({
    person: null,
    specific_requirements: 'A look at our bins.',
  });
  await jobs.close();
});

it('deletes a timeline even if the record was purged before its deletion event', async () => {
  const jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
  const { id } = await addLead();
  await world.entriesOf(id, 1);
  await addNote(id, 'They told me everything');
  await world.database.collection<{ _id: string }>('leads').deleteOne({ _id: id });
  await world.tell(leadChanged, { id, act: 'deleted', actor: owner, fields: [] });
  await waitFor('the deletion', () => world.isQuiet());
  await jobs.add(purgeTimelines, {});
  await waitFor('it is forgotten', async () => (await stored().countDocuments({ subjects: id })) === 0);
  await jobs.close();
});
