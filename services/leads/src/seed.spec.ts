import { clients } from '@docfolio/contracts/entities/client';
import { leadStatuses, leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { projectStatuses, projects } from '@docfolio/contracts/entities/project';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { subscriberSources, subscribers } from '@docfolio/contracts/entities/subscriber';
import { timeline, timelineEntry } from '@docfolio/contracts/entities/timeline';
import { ask } from './testing/leads-world.js';
import { startTimelineWorld, type TimelineWorld } from './testing/timeline-world.js';

const all = { limit: 100 };
/** Matches reserved addresses (RFC 2606), so that demo data never sends email to a real person. */
const reserved = /@([a-z0-9-]+\.)*example(\.(com|org|net))?$/;

let world: TimelineWorld;

/** Returns all records of each list, parsed by its contract. */
const allOf = {
  clients: async () => clients.list.output.parse(await world.rpc.call(clients.list, all, ask())).items,
  leads: async () => leads.list.output.parse(await world.rpc.call(leads.list, all, ask())).items,
  projects: async () => projects.list.output.parse(await world.rpc.call(projects.list, all, ask())).items,
  services: async () =>
    serviceInquiries.list.output.parse(await world.rpc.call(serviceInquiries.list, all, ask())).items,
  portfolio: async () =>
    portfolioInquiries.list.output.parse(await world.rpc.call(portfolioInquiries.list, all, ask())).items,
  subscribers: async () => subscribers.list.output.parse(await world.rpc.call(subscribers.list, all, ask())).items,
};

beforeAll(async () => {
  world = await startTimelineWorld();
  await world.submit(subscribers.submit, { email: 'MBALI.nkosi@example.com' });
  await world.seed();
});
afterAll(() => world?.stop());

it('seeds each list with every status, source and state', async () => {
  const [people, known, work] = [await allOf.leads(), await allOf.clients(), await allOf.projects()];
  expect([people.length, known.length, work.length]).toEqual([17, 8, 9]);
  expect(new Set(people.map(({ status }) => status))).toEqual(new Set(leadStatuses));
  expect(new Set(work.map(({ status }) => status))).toEqual(new Set(projectStatuses));
  const readers = await allOf.subscribers();
  expect(readers).toHaveLength(30);
  const states = readers.map(({ source, is_active }) => `${source} ${is_active}`);
  for (const source of subscriberSources)
    expect(states).toEqual(expect.arrayContaining([`${source} true`, `${source} false`]));
  for (const { email } of [...people, ...known, ...readers]) expect(email).toMatch(reserved);
});

it('links converted leads, clients and projects', async () => {
  const [people, known, work] = [await allOf.leads(), await allOf.clients(), await allOf.projects()];
  const converted = people.filter(({ status }) => status === 'converted');
  expect(converted).toHaveLength(2);
  for (const { id, client_id, project_id } of converted) {
    expect(known.find((client) => client.id === client_id)).toMatchObject({ lead_id: id });
    expect(work.find((project) => project.id === project_id)).toMatchObject({ lead_id: id, client_id });
  }
  for (const { client_id, client } of work) expect(client?.id ?? null).toBe(client_id);
});

it('seeds an inquiry with the same texts for each lead of an inquiry', async () => {
  const people = new Map((await allOf.leads()).map((lead) => [lead.id, lead]));
  const [services, portfolio] = [await allOf.services(), await allOf.portfolio()];
  expect([services.length, portfolio.length]).toEqual([9, 3]);
  for (const { person, specific_requirements, created_at } of services)
    expect(people.get(person!.id)).toMatchObject({ source: 'services', message: specific_requirements, created_at });
  for (const { person, similar_project_interest, custom_requirements } of portfolio)
    expect(people.get(person!.id)?.message).toBe(`${similar_project_interest}\n\n${custom_requirements}`);
  expect((await world.rpc.call(serviceInquiries.list, { search: 'fjordline' }, ask())).total).toBe(1);
});

const entriesOf = async (id: string) => (await world.rpc.call(timeline.list, { id, sort: 'at' }, ask())).items;

it('The demo timelines show each lead from its creation to its current status', async () => {
  for (const lead of await allOf.leads()) {
    const entries = timelineEntry.array().parse(await entriesOf(lead.id));
    expect(entries[0]).toMatchObject({ kind: 'created', text: lead.source, at: lead.created_at });
    const steps = entries.filter(({ kind }) => kind === 'status');
    expect(steps.at(-1)?.to ?? 'new').toBe(lead.status);
    expect(steps.map(({ from }) => from)).toEqual(['new', ...steps.map(({ to }) => to)].slice(0, steps.length));
    expect(entries.filter(({ kind }) => kind.startsWith('mail'))).toHaveLength(lead.source === 'direct' ? 0 : 2);
  }
});

it('The demo timelines contain notes on three leads, and one failed email', async () => {
  const all = await Promise.all((await allOf.leads()).map(({ id }) => entriesOf(id)));
  const having = (kind: string) => all.filter((entries) => entries.some((entry) => entry.kind === kind));
  expect(having('note')).toHaveLength(3);
  expect(having('mail_failed')).toHaveLength(1);
});

it('changes nothing in a second seed run, demo timelines included, and leaves a real subscriber with a demo address unchanged', async () => {
  const collections = [
    'leads',
    'clients',
    'projects',
    'service_inquiries',
    'portfolio_inquiries',
    'blog_subscribers',
    'timeline_entries',
  ];
  const stored = () =>
    Promise.all(collections.map((name) => world.database.collection(name).find().sort({ _id: 1 }).toArray()));
  const before = await stored();
  await world.seed();
  expect(await stored()).toEqual(before);
  expect((await world.rpc.call(subscribers.list, { search: 'nkosi' }, ask())).items).toMatchObject([
    { email: 'MBALI.nkosi@example.com' },
  ]);
});

it('An event after the seed does not repeat the creation on a demo timeline', async () => {
  const [lead] = await allOf.leads();
  const { length } = await entriesOf(lead!.id);
  for (const is_spam of [true, false]) await world.rpc.call(leads.patch, { id: lead!.id, is_spam }, ask());
  const entries = await world.entriesOf(lead!.id, length + 2);
  expect(entries.filter(({ kind }) => kind === 'created')).toHaveLength(1);
});
