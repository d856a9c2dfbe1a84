import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { clientChanged, clients } from '@docfolio/contracts/entities/client';
import { ask, type LeadsWorld, make, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';

type NewClient = CallInput<typeof clients.create>;

const lumen: NewClient = { name: 'Adaeze Nwosu', email: 'adaeze@lumenclinic.example', company: 'Lumen Clinic' };

let world: LeadsWorld;
let events: RaisedEvents;
const create = (fields: object = {}, key?: string) =>
  world.rpc.call(clients.create, { ...lumen, ...fields } as NewClient, make(key));
const list = (query: CallInput<typeof clients.list> = {}) => world.rpc.call(clients.list, query, ask());
const namesOf = async (query: CallInput<typeof clients.list>) => (await list(query)).items.map(({ name }) => name);

beforeAll(async () => {
  world = await startLeadsWorld();
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await events?.close();
  await world?.stop();
});
beforeEach(() => world.database.collection('clients').deleteMany({}));

describe('a client', () => {
  it('is created with null for empty fields', async () => {
    expect(await create({ phone: '', billing_address: '12 Quay\nLagos' })).toMatchObject({
      ...lumen,
      phone: null,
      billing_address: '12 Quay\nLagos',
      lead_id: null,
      version: 1,
    });
  });

  it('is created once from ten concurrent requests with one key, and refused with another body', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({}, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await list()).total).toBe(1);
    await expect(create({ name: 'Another' }, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['name', { name: 'a\r\nBcc: b' }, 'Contains characters that cannot be stored'],
    ['name', { name: '\ud800' }, 'Contains characters that cannot be stored'],
    ['email', { email: '' }, 'Email is required'],
    ['email', { email: 'a@b.c,d@e.f' }, 'Invalid email address'],
    ['email', { email: `${'a'.repeat(250)}@b.example` }, 'Invalid email address'],
    ['billing_address', { billing_address: 'x'.repeat(1_001) }, 'At most 1,000 characters'],
    ['lead_id', { lead_id: randomUUID() }, 'Unknown field'],
    ['created_at', { created_at: '2026-01-01T00:00:00.000Z' }, 'Unknown field'],
  ])('is refused for its %s with %j', async (path, fields, message) => {
    await expect(create(fields)).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path, message }] });
    expect(await world.database.collection('clients').countDocuments()).toBe(0);
  });

  it('stores emoji, right-to-left text and markup unchanged', async () => {
    const texts = { name: 'نادية 👩🏽‍💻', company: '<img src=x onerror=alert(1)>', billing_address: 'שלום' };
    const { id } = await create(texts);
    expect(await world.rpc.call(clients.get, { id }, ask())).toMatchObject(texts);
  });

  it('refuses a stale save with the current record', async () => {
    const { id } = await create();
    await world.rpc.call(clients.patch, { id, version: 1, phone: '+234 1' }, ask());
    await expect(world.rpc.call(clients.patch, { id, version: 1, phone: '+234 2' }, ask())).rejects.toMatchObject({
      code: 'stale',
      current: { phone: '+234 1', version: 2 },
    });
    await expect(
      world.rpc.call(clients.patch, { id, phone: '3' } as CallInput<typeof clients.patch>, ask()),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is not found once deleted; an invalid id is refused', async () => {
    const { id } = await create();
    expect(await world.rpc.call(clients.delete, { id }, ask())).toEqual({ id });
    for (const gone of [id, randomUUID()])
      await expect(world.rpc.call(clients.get, { id: gone }, ask())).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.rpc.call(clients.get, { id: 'abc' }, ask())).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect((await list()).total).toBe(0);
  });

  it('raises one event per change with actor and fields, and none for a no-op', async () => {
    const { id } = await create();
    await world.rpc.call(clients.patch, { id, version: 1, company: 'Lumen', email: 'a@lumen.example' }, ask());
    await world.rpc.call(clients.patch, { id, version: 2, company: 'Lumen' }, ask());
    await world.rpc.call(clients.delete, { id }, ask());
    await events.live(id, 3);
    const told = await events.of(clientChanged, id, 3);
    const common = { id, actor: 'owner@example.com', lead_id: null };
    expect(told).toEqual([
      { ...common, act: 'created', fields: [] },
      { ...common, act: 'changed', fields: ['email', 'company'] },
      { ...common, act: 'deleted', fields: [] },
    ]);
  });
});

describe('the list of clients', () => {
  it('is searched by name, e-mail, company and phone, literally', async () => {
    await create({ name: 'Mateo Quiroga', email: 'mateo@quiroga.example', company: null, phone: '+54 5550' });
    await create({ company: 'Lumen (a+)+$' });
    expect(await namesOf({ search: 'QUIRO' })).toEqual(['Mateo Quiroga']);
    expect(await namesOf({ search: '4 555' })).toEqual(['Mateo Quiroga']);
    expect(await namesOf({ search: '(a+)+$' })).toEqual(['Adaeze Nwosu']);
    expect(await namesOf({ search: 'lumenclinic' })).toEqual(['Adaeze Nwosu']);
    expect(await namesOf({ search: '.*' })).toEqual([]);
  });

  it('finds the clients of an address regardless of case, also after a change', async () => {
    const { id } = await create({ email: 'Ingrid@FJORDLINE.example' });
    expect(await namesOf({ email: ' ingrid@fjordline.example ' })).toHaveLength(1);
    expect(await namesOf({ email: 'ngrid@fjordline.example' })).toEqual([]);
    await world.rpc.call(clients.patch, { id, version: 1, email: 'i.solheim@fjordline.example' }, ask());
    expect(await namesOf({ email: 'ingrid@fjordline.example' })).toEqual([]);
    expect(await namesOf({ email: 'I.Solheim@fjordline.example', sort: 'company' })).toHaveLength(1);
  });

  it('is paged without gaps in each sort', async () => {
    for (let index = 0; index < 11; index++)
      await create({ name: `Client ${index % 3}`, email: `c${index}@example.com`, company: index % 2 ? 'Ää' : null });
    for (const sort of [
      '-created_at',
      'created_at',
      'name',
      '-name',
      'email',
      '-email',
      'company',
      '-company',
    ] as const) {
      const seen: Awaited<ReturnType<typeof list>>['items'] = [];
      let after: string | undefined;
      do {
        const screen = await list({ sort, limit: 4, ...(after && { after }) });
        expect(screen.total).toBe(11);
        seen.push(...screen.items);
        after = screen.next ?? undefined;
      } while (after);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(11);
      const key = sort.replace('-', '') as 'name' | 'email' | 'company' | 'created_at';
      const keys = seen.map((client) => client[key] ?? '');
      const sorted = [...keys].sort();
      expect(keys).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
    }
  });

  it.each([
    { sort: 'phone' },
    { limit: 0 },
    { limit: 101 },
    { after: 'nonsense' },
    { search: 'x'.repeat(201) },
    { search: ['a', 'b'] },
    { email: { $ne: null } },
  ])('refuses %j', async (query) => {
    await expect(list(query as CallInput<typeof clients.list>)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
