import { randomUUID } from 'node:crypto';
import { type CallInput } from '@docfolio/contracts/core/operation';
import { leads } from '@docfolio/contracts/entities/lead';
import type { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import type { Connection } from 'mongoose';
import { ask, type LeadsWorld, startLeadsWorld } from '../../testing/leads-world.js';

const form: CallInput<typeof leads.submit> = {
  name: 'Ingrid Solheim',
  email: 'ingrid@fjordline.example',
  message: 'Our app dies at sea.',
  source: 'contact',
};

let world: LeadsWorld;
let rpc: RpcClient;
let database: Connection;

const submit = (input: object, key?: string) => world.submit(leads.submit, input as typeof form, key);

beforeAll(async () => {
  world = await startLeadsWorld();
  ({ rpc, database } = world);
});

afterAll(() => world?.stop());

beforeEach(async () => {
  await database.collection('leads').deleteMany({});
});

describe('the contact form', () => {
  it('creates a new lead from exactly what was sent', async () => {
    const answer = await submit({ ...form, company: '', phone: '+47 5550' });
    expect(answer).toEqual({ accepted: false, result: { id: expect.any(String), status: 'stored' } });
    const { items } = await rpc.call(leads.list, {}, ask());
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      ...form,
      company: null,
      phone: '+47 5550',
      status: 'new',
      is_spam: false,
      version: 1,
    });
    expect(items[0]).not.toHaveProperty('website');
  });

  it('creates one lead from ten concurrent requests with one key, and refuses another text', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(form, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await rpc.call(leads.list, {}, ask())).total).toBe(1);
    await expect(submit({ ...form, message: 'Another text' }, key)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('is validated by the service too, not only by the gateway', async () => {
    await expect(submit({ ...form, status: 'converted' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(submit({ ...form, name: 'Bcc: a\r\nb' })).rejects.toMatchObject({
      errors: [{ path: 'name', message: expect.any(String) }],
    });
    expect(await database.collection('leads').countDocuments()).toBe(0);
  });

  it('stores a hidden lead for a filled honeypot, and raises no event', async () => {
    await submit({ ...form, website: 'http://spam.example' });
    expect((await rpc.call(leads.list, {}, ask())).total).toBe(0);
    const flagged = await rpc.call(leads.list, { spam: 'only' }, ask());
    expect(flagged.items).toMatchObject([{ email: form.email, is_spam: true }]);
    expect(await database.collection('leads').findOne({})).toMatchObject({ outbox: [] });
    const { id } = flagged.items[0]!;
    await rpc.call(leads.patch, { id, is_spam: false }, ask());
    expect((await rpc.call(leads.list, {}, ask())).total).toBe(1);
  });

  it('stores emoji and right-to-left text unchanged', async () => {
    await submit({ ...form, name: 'نادية 👩🏽‍💻', message: 'שלום\n<img src=x onerror=alert(1)>' });
    expect((await rpc.call(leads.list, {}, ask())).items[0]).toMatchObject({
      name: 'نادية 👩🏽‍💻',
      message: 'שלום\n<img src=x onerror=alert(1)>',
    });
  });
});

describe('the list of leads', () => {
  async function plant(count: number, lead: (index: number) => object = () => ({})) {
    for (let index = 0; index < count; index++) {
      await rpc.call(
        leads.create,
        { name: `Lead ${index}`, email: `lead${index}@example.com`, ...lead(index) },
        { ...ask(), idempotencyKey: randomUUID() },
      );
    }
  }

  it('filters by status and source, and counts all matches', async () => {
    await plant(6, (index) => ({ status: index % 2 ? 'lost' : 'new', source: index < 4 ? 'services' : 'direct' }));
    const list = (query: object) => rpc.call(leads.list, query, ask());
    expect((await list({ status: 'lost' })).total).toBe(3);
    expect((await list({ status: 'lost', source: 'services' })).total).toBe(2);
    expect((await list({ source: 'direct' })).items.map(({ name }) => name)).toEqual(['Lead 5', 'Lead 4']);
  });

  it('searches name, e-mail and company for any fragment, literally and without regard to case', async () => {
    await plant(4, (index) => ({ company: index === 2 ? 'Fjordline (a+)+$' : null }));
    const found = async (search: string) =>
      (await rpc.call(leads.list, { search }, ask())).items.map(({ name }) => name);
    expect(await found('FJORD')).toEqual(['Lead 2']);
    expect(await found('(a+)+$')).toEqual(['Lead 2']);
    expect(await found('ead3@ex')).toEqual(['Lead 3']);
    expect(await found('.*')).toEqual([]);
  });

  it('pages by cursor without gaps or repeats, also if many share a sort key', async () => {
    await plant(25, () => ({ company: 'Same' }));
    for (const sort of ['-created_at', 'company', '-name'] as const) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const screen = await rpc.call(leads.list, { sort, limit: 7, ...(after && { after }) }, ask());
        seen.push(...screen.items.map(({ id }) => id));
        after = screen.next ?? undefined;
      } while (after);
      expect(seen).toHaveLength(25);
      expect(new Set(seen).size).toBe(25);
    }
  });

  it('refuses a cursor of another sort', async () => {
    await plant(3);
    const { next } = await rpc.call(leads.list, { limit: 1 }, ask());
    await expect(rpc.call(leads.list, { limit: 1, sort: 'name', after: next! }, ask())).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('a lead', () => {
  const create = (fields: object = {}) =>
    rpc.call(
      leads.create,
      { name: 'Mateo', email: 'mateo@example.com', ...fields },
      { ...ask(), idempotencyKey: randomUUID() },
    );

  it('is created with defaults for omitted fields', async () => {
    expect(await create()).toMatchObject({ source: 'direct', status: 'new', message: null, phone: null, version: 1 });
  });

  it('changes only the fields of a patch, and clears a field that is sent empty', async () => {
    const { id } = await create({ phone: '1', company: 'Quiroga' });
    expect(await rpc.call(leads.patch, { id, status: 'qualified' }, ask())).toMatchObject({
      phone: '1',
      status: 'qualified',
    });
    expect(await rpc.call(leads.patch, { id, phone: '', version: 2 }, ask())).toMatchObject({
      phone: null,
      company: 'Quiroga',
    });
  });

  it('refuses a stale save with the current record', async () => {
    const { id, version } = await create();
    await rpc.call(leads.patch, { id, company: 'First', version }, ask());
    await expect(rpc.call(leads.patch, { id, company: 'Second', version }, ask())).rejects.toMatchObject({
      code: 'stale',
      current: { company: 'First', version: version + 1 },
    });
    expect(await rpc.call(leads.get, { id }, ask())).toMatchObject({ company: 'First' });
  });

  it('is not found once deleted, nor for a second delete', async () => {
    const { id } = await create();
    expect(await rpc.call(leads.delete, { id }, ask())).toEqual({ id });
    await expect(rpc.call(leads.get, { id }, ask())).rejects.toMatchObject({ code: 'not_found' });
    await expect(rpc.call(leads.delete, { id }, ask())).rejects.toMatchObject({ code: 'not_found' });
    expect((await rpc.call(leads.list, {}, ask())).total).toBe(0);
  });

  it('is not found under an unknown id, and refused under a malformed id', async () => {
    await expect(rpc.call(leads.get, { id: randomUUID() }, ask())).rejects.toMatchObject({ code: 'not_found' });
    await expect(rpc.call(leads.get, { id: 'abc' }, ask())).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
