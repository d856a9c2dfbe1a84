import { randomUUID } from 'node:crypto';
import { honeypotField } from '@docfolio/contracts/core/honeypot';
import { clients } from '@docfolio/contracts/entities/client';
import { peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { projects } from '@docfolio/contracts/entities/project';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { peopleTrash, peopleTrashTypes } from '@docfolio/contracts/entities/trash';
import { ask, type LeadsWorld, make, startLeadsWorld } from '../testing/leads-world.js';

let world: LeadsWorld;

beforeAll(async () => {
  world = await startLeadsWorld();
});
afterAll(() => world?.stop());
beforeEach(() => Promise.all(peopleTrashTypes.map((type) => world.database.collection(type).deleteMany({}))));

const person = { name: 'Rory', email: 'rory@saltmarsh.example' };
const call: LeadsWorld['rpc']['call'] = (operation, input, context) => world.rpc.call(operation, input, context);
const remove = {
  leads: (id: string) => call(leads.delete, { id }, ask()),
  clients: (id: string) => call(clients.delete, { id }, ask()),
  projects: (id: string) => call(projects.delete, { id }, ask()),
  service_inquiries: (id: string) => call(serviceInquiries.delete, { id }, ask()),
  portfolio_inquiries: (id: string) => call(portfolioInquiries.delete, { id }, ask()),
  blog_subscribers: (id: string) => call(subscribers.delete, { id }, ask()),
};
type Type = keyof typeof remove;
const list = async (type?: Type) => call(peopleTrash.list, { type }, ask());
const restore = (type: Type, id: string) => call(peopleTrash.restore, { type, id }, ask());
/** Sends a form of the public site. @returns the record's id */
const sent = async (...[operation, input]: Parameters<LeadsWorld['submit']>) => {
  const outcome = await world.submit(operation, input);
  return outcome.accepted ? outcome.id : (outcome.result as { id: string }).id;
};
const living = (type: Type, id: string) =>
  world.database.collection<{ _id: string }>(type).countDocuments({ _id: id, deleted_at: null });
const refused = (code: string) => ({ code });

const types = Object.keys(remove) as Type[];

/** Creates a record of each of `types`, in that order. */
async function oneOfEach(): Promise<string[]> {
  return [
    (await call(leads.create, { ...person, message: 'Hello' }, make())).id,
    (await call(clients.create, person, make())).id,
    (await call(projects.create, { title: 'A rewrite', service_type: 'Advice' }, make())).id,
    await sent(serviceInquiries.submit, { ...person, service_name: 'Audit', specific_requirements: 'Soon.' }),
    await sent(portfolioInquiries.submit, {
      ...person,
      project_name: 'Ferries',
      similar_project_interest: 'The same.',
      custom_requirements: 'In blue.',
    }),
    await sent(subscribers.submit, { email: person.email, name: 'Rory' }),
  ];
}

it('lists deleted records of every kind with title and detail, and restores each once', async () => {
  const ids = await oneOfEach();
  for (const [at, type] of types.entries()) await remove[type](ids[at]!);
  const { items, total } = await list();
  expect(total).toBe(6);
  expect(items.toReversed()).toMatchObject([
    { type: 'leads', id: ids[0], title: 'Rory', detail: person.email },
    { type: 'clients', id: ids[1], title: 'Rory', detail: person.email },
    { type: 'projects', id: ids[2], title: 'A rewrite', detail: 'Advice' },
    { type: 'service_inquiries', id: ids[3], title: 'Audit', detail: `Rory, ${person.email}` },
    { type: 'portfolio_inquiries', id: ids[4], title: 'Ferries', detail: `Rory, ${person.email}` },
    { type: 'blog_subscribers', id: ids[5], title: person.email, detail: 'Rory' },
  ]);
  for (const [at, type] of types.entries()) {
    expect(await restore(type, ids[at]!)).toEqual({ type, id: ids[at] });
    expect(await living(type, ids[at]!)).toBe(1);
    await expect(restore(type, ids[at]!)).rejects.toMatchObject(refused('not_found'));
  }
  expect((await list()).total).toBe(0);
});

it('lists deleted spam too', async () => {
  const id = await sent(subscribers.submit, { email: person.email, [honeypotField]: 'x' });
  await world.database
    .collection<{ _id: string }>('blog_subscribers')
    .updateOne({ _id: id }, { $set: { deleted_at: new Date() } });
  expect(await list('blog_subscribers')).toMatchObject({ items: [{ id }], total: 1 });
});

it('refuses to restore a subscriber whose address has subscribed again', async () => {
  const id = await sent(subscribers.submit, { email: person.email });
  await remove.blog_subscribers(id);
  await sent(subscribers.submit, { email: person.email.toUpperCase() });
  await expect(restore('blog_subscribers', id)).rejects.toMatchObject({
    code: 'already_subscribed',
    status: 409,
    errors: [{ path: 'email' }],
  });
  expect(await list()).toMatchObject({ items: [{ id }], total: 1 });
});

it('hides the record that a returning subscriber replaced, until the trash is emptied', async () => {
  const left = await sent(subscribers.submit, { email: person.email });
  await call(subscribers.patch, { id: left, is_active: false }, ask());
  const back = await sent(subscribers.submit, { email: person.email });
  expect(await living('blog_subscribers', left)).toBe(0);
  expect(await list()).toMatchObject({ items: [], total: 0 });
  await remove.blog_subscribers(back);
  expect(await list()).toMatchObject({ items: [{ id: back }], total: 1 });
  expect(await call(peopleTrash.empty, {}, ask())).toEqual({ purged: 2 });
});

it('purges a deleted record, and refuses an active one', async () => {
  const [lead, client] = await oneOfEach();
  await remove.leads(lead!);
  await expect(call(peopleTrash.purge, { type: 'clients', id: client! }, ask())).rejects.toMatchObject(
    refused('not_found'),
  );
  expect(await call(peopleTrash.purge, { type: 'leads', id: lead! }, ask())).toEqual({ type: 'leads', id: lead });
  await expect(restore('leads', lead!)).rejects.toMatchObject(refused('not_found'));
  expect(await living('clients', client!)).toBe(1);
});

it('lists dead letters until they are dismissed', async () => {
  const id = randomUUID();
  const input = { email: person.email };
  await world.database
    .collection<{ _id: string }>('parked_submissions')
    .insertOne({ _id: id, operation: 'POST /subscribers', code: 'already_subscribed', input, at: new Date() } as never);
  expect(await call(peopleDeadLetters.list, {}, ask())).toMatchObject({ items: [{ id, input }], total: 1, next: null });
  expect(await call(peopleDeadLetters.dismiss, { id }, ask())).toEqual({ id });
  await expect(call(peopleDeadLetters.dismiss, { id }, ask())).rejects.toMatchObject(refused('not_found'));
});

it('A refused submission is stored under its promised id once its fields are corrected, and stays until then', async () => {
  const id = randomUUID();
  const input = { name: 'Ada', email: 'ada@', message: 'Hello', source: 'contact' };
  await world.database
    .collection<{ _id: string }>('parked_submissions')
    .insertOne({ _id: id, operation: 'POST /leads', code: 'validation_failed', input, at: new Date() } as never);
  const resend = (corrected: Record<string, unknown>) =>
    call(peopleDeadLetters.resend, { id, input: corrected }, { ...ask(), auditId: randomUUID() });
  await expect(resend({ email: 'nobody' })).rejects.toMatchObject({
    ...refused('validation_failed'),
    errors: [{ path: 'email' }],
  });
  expect(await call(peopleDeadLetters.list, {}, ask())).toMatchObject({ total: 1 });
  expect(await resend({ email: 'ada@lovelace.example' })).toEqual({ id });
  expect(await call(leads.get, { id }, ask())).toMatchObject({ id, name: 'Ada', email: 'ada@lovelace.example' });
  expect(await call(peopleDeadLetters.list, {}, ask())).toMatchObject({ total: 0 });
  await expect(resend({})).rejects.toMatchObject(refused('not_found'));
});
