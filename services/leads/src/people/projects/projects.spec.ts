import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { clients } from '@docfolio/contracts/entities/client';
import { projectChanged, projectStatuses, projects } from '@docfolio/contracts/entities/project';
import { ask, type LeadsWorld, make, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';

type NewProject = CallInput<typeof projects.create>;
type Patch = CallInput<typeof projects.patch>;

let world: LeadsWorld;
let events: RaisedEvents;
const create = (fields: object = {}) =>
  world.rpc.call(
    projects.create,
    { title: 'Offline tickets', service_type: 'Mobile', ...fields } as NewProject,
    make(),
  );
const patch = (changes: object) => world.rpc.call(projects.patch, changes as Patch, ask());
const list = (query: CallInput<typeof projects.list> = {}) => world.rpc.call(projects.list, query, ask());
const clientNamed = (name: string) =>
  world.rpc.call(clients.create, { name, email: 'someone@example.com' }, make()).then(({ id }) => id);
const refused = (path: string, message: string) => ({ code: 'validation_failed', errors: [{ path, message }] });

beforeAll(async () => {
  world = await startLeadsWorld();
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await events?.close();
  await world?.stop();
});
beforeEach(async () => {
  for (const collection of ['projects', 'clients']) await world.database.collection(collection).deleteMany({});
});

describe('a project', () => {
  it('is created with the status inquiry, and null for empty dates, texts and amounts', async () => {
    expect(await create({ budget: null, start_date: '', end_date: '2026-12-24', description: '' })).toMatchObject({
      ...{ title: 'Offline tickets', status: 'inquiry', budget: null, start_date: null, end_date: '2026-12-24' },
      ...{ description: null, client_id: null, client: null, lead_id: null, version: 1 },
    });
  });

  it.each([
    ['title', { title: '' }, 'Project Title is required'],
    ['service_type', { service_type: ' ' }, 'Service Type is required'],
    ['status', { status: 'done' }, 'Unknown status'],
    ['budget', { budget: -1 }, 'Not below 0'],
    ['budget', { budget: '5000' }, 'Not a number'],
    ['budget', { budget: 1_000_000_001 }, 'At most 1,000,000,000'],
    ['start_date', { start_date: '2026-02-30' }, 'Not a date'],
    ['end_date', { start_date: '2026-05-02', end_date: '2026-05-01' }, 'End Date is before Start Date'],
    ['description', { description: 'x'.repeat(10_001) }, 'At most 10,000 characters'],
    ['lead_id', { lead_id: randomUUID() }, 'Unknown field'],
  ])('is refused for its %s with %j', async (path, fields, message) => {
    await expect(create(fields)).rejects.toMatchObject(refused(path, message));
    expect(await world.database.collection('projects').countDocuments()).toBe(0);
  });

  it('shows its client until the client is deleted', async () => {
    const client_id = await clientNamed('Lumen Clinic');
    const { id } = await create({ client_id });
    const get = () => world.rpc.call(projects.get, { id }, ask());
    expect(await get()).toMatchObject({ client_id, client: { id: client_id, label: 'Lumen Clinic' } });
    await world.rpc.call(clients.delete, { id: client_id }, ask());
    expect(await get()).toMatchObject({ client_id, client: null });
    // An edit form sends the unchanged id of the deleted client back.
    expect(await patch({ id, version: 1, client_id, title: 'Renamed' })).toMatchObject({ title: 'Renamed' });
    const unknown = refused('client_id', 'There is no such client');
    await expect(create({ client_id })).rejects.toMatchObject(unknown);
    await expect(patch({ id, version: 2, client_id: randomUUID() })).rejects.toMatchObject(unknown);
    expect(await patch({ id, version: 2, client_id: null })).toMatchObject({ client_id: null, client: null });
  });

  it('refuses an end date before the start date, whichever of the two changes', async () => {
    const { id } = await create({ start_date: '2026-05-01', end_date: '2026-06-01' });
    const late = refused('end_date', 'End Date is before Start Date');
    await expect(patch({ id, version: 1, end_date: '2026-04-30' })).rejects.toMatchObject(late);
    await expect(patch({ id, version: 1, start_date: '2026-06-02' })).rejects.toMatchObject(late);
    expect(await patch({ id, version: 1, start_date: '2026-06-01' })).toMatchObject({ start_date: '2026-06-01' });
    expect(await patch({ id, version: 2, end_date: '' })).toMatchObject({ end_date: null });
    expect(await patch({ id, version: 3, start_date: '2027-01-01' })).toMatchObject({ version: 4 });
  });

  it('changes status without a version, and refuses a stale save with the current record and its client', async () => {
    const client_id = await clientNamed('Lumen Clinic');
    const { id } = await create({ client_id });
    for (const status of projectStatuses) expect(await patch({ id, status })).toMatchObject({ status });
    await expect(patch({ id, title: 'x' })).rejects.toMatchObject(
      refused('version', 'Name the version that was edited'),
    );
    await expect(patch({ id, version: 1, title: 'x' })).rejects.toMatchObject({
      code: 'stale',
      current: { status: 'cancelled', client: { label: 'Lumen Clinic' } },
    });
  });

  it('raises one event per change, with the old and the new status', async () => {
    const client_id = await clientNamed('Lumen Clinic');
    const { id } = await create({ client_id });
    await patch({ id, status: 'planning' });
    await patch({ id, status: 'planning' });
    await patch({ id, version: 2, title: 'Tickets', budget: 10.005 });
    await world.rpc.call(projects.delete, { id }, ask());
    const common = { id, actor: 'owner@example.com', client_id, lead_id: null, fields: [] };
    await events.live(id, 4);
    expect(await events.of(projectChanged, id, 4)).toEqual([
      { ...common, act: 'created', title: 'Offline tickets' },
      { ...common, act: 'changed', title: 'Offline tickets', status: { from: 'inquiry', to: 'planning' } },
      { ...common, act: 'changed', title: 'Tickets', fields: ['title', 'budget'] },
      { ...common, act: 'deleted', title: 'Tickets' },
    ]);
  });
});

describe('the list of projects', () => {
  it('filters by status and client, and shows each client', async () => {
    const [lumen, sklo] = [await clientNamed('Lumen'), await clientNamed('Sklo')];
    await create({ title: 'One', client_id: lumen, status: 'completed' });
    await create({ title: 'Two', client_id: sklo, status: 'completed' });
    await create({ title: 'Three' });
    const titles = async (query: object) => (await list(query)).items.map(({ title }) => title);
    expect(await titles({ status: 'completed' })).toEqual(['Two', 'One']);
    expect(await titles({ client_id: lumen })).toEqual(['One']);
    expect(await titles({ client_id: sklo, status: 'planning' })).toEqual([]);
    expect((await list()).items.map(({ client }) => client?.label ?? null)).toEqual([null, 'Sklo', 'Lumen']);
  });

  it('is searched by title, service type and description', async () => {
    await create({ title: 'Field notes', service_type: 'AI integration', description: 'Sixty agronomists' });
    await create();
    for (const search of ['FIELD', 'integra', 'agronomist'])
      expect((await list({ search })).items.map(({ title }) => title)).toEqual(['Field notes']);
  });

  it('sorts budgets as numbers across pages, projects without one lowest', async () => {
    const budgets = [9, null, 10_000, 0, null, 1_000_000_000, 99.5, 9, null, 100];
    for (const [index, budget] of budgets.entries()) await create({ title: `Project ${index}`, budget });
    for (const sort of ['budget', '-budget'] as const) {
      const seen: (number | null)[] = [];
      let after: string | undefined;
      do {
        const screen = await list({ sort, limit: 3, ...(after && { after }) });
        seen.push(...screen.items.map(({ budget }) => budget));
        after = screen.next ?? undefined;
      } while (after);
      const rising = [null, null, null, 0, 9, 9, 99.5, 100, 10_000, 1_000_000_000];
      expect(seen).toEqual(sort === 'budget' ? rising : rising.reverse());
    }
  });

  it.each([{ status: 'done' }, { client_id: 'abc' }, { sort: 'status' }, { status: { $ne: 'planning' } }])(
    'refuses %j',
    async (query) => {
      await expect(list(query as CallInput<typeof projects.list>)).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );
});
