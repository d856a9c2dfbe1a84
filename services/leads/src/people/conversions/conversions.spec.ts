import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { clientChanged, clients } from '@docfolio/contracts/entities/client';
import { conversions } from '@docfolio/contracts/entities/conversion';
import { leadChanged, leads } from '@docfolio/contracts/entities/lead';
import { projectChanged, projects } from '@docfolio/contracts/entities/project';
import { ask, type LeadsWorld, make, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';

type Conversion = Omit<CallInput<typeof conversions.create>, 'id'>;

const client = { name: 'Ingrid Solheim', email: 'ingrid@fjordline.example', company: 'Fjordline' };
const project = { title: 'Offline tickets', service_type: 'Mobile', budget: 20_000 };

let world: LeadsWorld;
let events: RaisedEvents;
const lead = async (fields: object = {}) => {
  const { name, email, company } = client;
  return (await world.rpc.call(leads.create, { name, email, company, ...fields }, make())).id;
};
const convert = (id: string, input: Conversion, key?: string) =>
  world.rpc.call(conversions.create, { id, ...input }, make(key));
const count = (collection: string) => world.database.collection(collection).countDocuments({ deleted_at: null });

beforeAll(async () => {
  world = await startLeadsWorld();
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await events?.close();
  await world?.stop();
});
beforeEach(async () => {
  for (const collection of ['leads', 'clients', 'projects', 'conversions'])
    await world.database.collection(collection).deleteMany({});
});

describe('converting a lead', () => {
  it('creates a linked client and project, and marks the lead converted', async () => {
    const id = await lead();
    const made = await convert(id, { client, project });
    expect(made).toMatchObject({
      lead: { id, status: 'converted', client_id: made.client!.id, project_id: made.project!.id, version: 2 },
      client: { ...client, lead_id: id, version: 1 },
      project: { ...project, client: { id: made.client!.id, label: client.name }, lead_id: id },
    });
    expect((await world.rpc.call(projects.list, { client_id: made.client!.id }, ask())).total).toBe(1);
  });

  it('links an existing client', async () => {
    const known = await world.rpc.call(clients.create, client, make());
    const id = await lead();
    const made = await convert(id, { client_id: known.id, project });
    expect(made).toMatchObject({
      lead: { client_id: known.id, status: 'converted' },
      client: { id: known.id, lead_id: null },
      project: { client_id: known.id },
    });
    expect(await count('clients')).toBe(1);
  });

  it('takes over the timeline of the lead, and invents no budget from its range', async () => {
    const id = await lead();
    await world.rpc.call(leads.patch, { id, version: 1, budget_range: '15k-50k', timeline: 'asap' }, ask());
    const made = await convert(id, { project: { title: 'Tickets', service_type: 'Mobile' } });
    expect(made.project).toMatchObject({ budget: null, timeline_estimate: 'As soon as possible' });
  });

  it('creates a project alone, without a client or for the client of an earlier conversion', async () => {
    const id = await lead();
    const first = await convert(id, { project });
    expect(first).toMatchObject({ lead: { client_id: null }, client: null, project: { client: null } });
    const second = await convert(id, { client });
    expect(second.lead).toMatchObject({ client_id: second.client!.id, project_id: first.project!.id });
    const third = await convert(id, { project: { ...project, title: 'Another' } });
    expect(third).toMatchObject({
      lead: { client_id: second.client!.id, project_id: third.project!.id },
      client: null,
      project: { title: 'Another', client: { id: second.client!.id } },
    });
  });

  it('raises each event once, with links in both directions', async () => {
    const id = await lead({ status: 'qualified' });
    const { client: made, project: begun } = await convert(id, { client, project });
    const links = { client_id: made!.id, project_id: begun!.id };
    await events.live(id, 2);
    expect(await events.of(leadChanged, id, 1)).toEqual([
      {
        ...{ id, act: 'changed', actor: 'owner@example.com', fields: [], converted: links },
        status: { from: 'qualified', to: 'converted' },
      },
    ]);
    expect(await events.of(clientChanged, made!.id, 1)).toMatchObject([{ act: 'created', lead_id: id }]);
    expect(await events.of(projectChanged, begun!.id, 1)).toMatchObject([
      { act: 'created', lead_id: id, client_id: made!.id },
    ]);
  });
});

describe('a repeated conversion', () => {
  it('converts once from ten concurrent requests', async () => {
    const id = await lead();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => convert(id, { client, project }, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([await count('clients'), await count('projects')]).toEqual([1, 1]);
    expect(answers[0]!.lead.version).toBe(2);
  });

  it('does not undo later changes, and returns the current records', async () => {
    const id = await lead();
    const key = randomUUID();
    const made = await convert(id, { client, project }, key);
    await world.rpc.call(leads.patch, { id, status: 'lost' }, ask());
    await world.rpc.call(clients.delete, { id: made.client!.id }, ask());
    expect(await convert(id, { client, project }, key)).toMatchObject({
      lead: { status: 'lost', version: 3 },
      client: null,
      project: { id: made.project!.id, client: null },
    });
  });

  it.each([
    ['another body', { project }],
    ['fewer parts', { client }],
  ])('is refused with %s under the same key', async (_what, other: Conversion) => {
    const id = await lead();
    const key = randomUUID();
    await convert(id, { client, project }, key);
    await expect(convert(id, other, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(convert(await lead(), { client, project }, key)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect([await count('clients'), await count('projects')]).toEqual([1, 1]);
  });

  // Simulates a crash: the records that are written last are missing.
  it.each([
    ['the client', ['projects']],
    ['the project', []],
    ['the conversion record', ['projects', 'clients']],
  ])('completes a conversion interrupted after %s', async (_after, missing) => {
    const id = await lead();
    const key = randomUUID();
    const made = await convert(id, { client, project }, key);
    for (const collection of missing) await world.database.collection(collection).deleteMany({});
    const before = { status: 'new', client_id: null, project_id: null, conversion_ids: null, version: 1 };
    await world.database.collection('leads').updateOne({}, { $set: before });
    expect(await convert(id, { client, project }, key)).toMatchObject({
      lead: { status: 'converted', client_id: made.client!.id, project_id: made.project!.id },
      client: { id: made.client!.id },
      project: { id: made.project!.id, client_id: made.client!.id },
    });
    expect([await count('clients'), await count('projects')]).toEqual([1, 1]);
  });
});

describe('refusing a conversion', () => {
  it.each([
    ['', {}, 'Choose a client, a project, or both'],
    ['client_id', { client, client_id: randomUUID() }, 'Either a new client or one that is there'],
    ['client_id', { client_id: randomUUID() }, 'There is no such client'],
    ['project.client_id', { project: { ...project, client_id: randomUUID() } }, 'There is no such client'],
    ['client.email', { client: { ...client, email: 'a@b.c,d@e.f' } }, 'Invalid email address'],
    ['project.title', { project: { ...project, title: '' } }, 'Project Title is required'],
    ['status', { client, status: 'lost' }, 'Unknown field'],
  ])('names the field %j for the input %j', async (path, input, message) => {
    const id = await lead();
    await expect(convert(id, input as Conversion)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path, message }],
    });
    expect([await count('clients'), await count('projects'), await count('conversions')]).toEqual([0, 0, 0]);
    expect(await world.rpc.call(leads.get, { id }, ask())).toMatchObject({ status: 'new', version: 1 });
  });

  it('responds not_found for an unknown lead', async () => {
    const id = await lead();
    await world.rpc.call(leads.delete, { id }, ask());
    for (const gone of [id, randomUUID()])
      await expect(convert(gone, { client })).rejects.toMatchObject({ code: 'not_found' });
    expect([await count('clients'), await count('conversions')]).toEqual([0, 0]);
  });
});
