import type { Operation } from '@docfolio/contracts/core/operation';
import { clients } from '@docfolio/contracts/entities/client';
import { leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { projects } from '@docfolio/contracts/entities/project';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { stats } from '@docfolio/contracts/entities/stats';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { ask, type LeadsWorld, make, startLeadsWorld } from '../testing/leads-world.js';

let world: LeadsWorld;
const people = () => world.rpc.call(stats.people, {}, ask());
const nobody = {
  unanswered_service_inquiries: 0,
  ...{ leads: 0, new_leads: 0, clients: 0, projects: 0, active_projects: 0 },
  ...{
    service_inquiries: 0,
    portfolio_inquiries: 0,
    subscribers: 0,
    parked_submissions: 0,
    active_subscribers: 0,
    unconfirmed_subscribers: 0,
  },
};

beforeAll(async () => {
  world = await startLeadsWorld();
});
afterAll(() => world?.stop());

it('counts active records without spam as their lists do, and dead letters', async () => {
  expect(await people()).toMatchObject(nobody);
  const person = { name: 'Ingrid', email: 'ingrid@fjordline.example' };
  const spam = { website: 'http://spam.example' };
  const service = { ...person, service_name: 'Mobile', specific_requirements: 'Tickets' };
  const portfolio = { ...person, project_name: 'Notes', similar_project_interest: 'Map', custom_requirements: 'Maps' };
  await world.submit(serviceInquiries.submit, service);
  await world.submit(serviceInquiries.submit, { ...service, ...spam });
  await world.submit(portfolioInquiries.submit, portfolio);
  await world.submit(portfolioInquiries.submit, { ...portfolio, ...spam });
  for (const status of ['lost', 'new', 'new'] as const)
    await world.rpc.call(leads.create, { ...person, status }, make());
  const gone = await world.rpc.call(clients.create, person, make());
  await world.rpc.call(clients.create, person, make());
  await world.rpc.call(clients.delete, { id: gone.id }, ask());
  for (const status of ['in_progress', 'planning', 'on_hold', 'in_progress'] as const)
    await world.rpc.call(projects.create, { title: 'Tickets', service_type: 'Mobile', status }, make());
  await world.submit(subscribers.submit, { email: 'a@example.com' });
  const left = await world.submit(subscribers.submit, { email: 'b@example.com' });
  await world.submit(subscribers.submit, { email: 'c@example.com', ...spam });
  const { id } = left.accepted ? left : left.result;
  await world.rpc.call(subscribers.patch, { id, is_active: false }, ask());
  const confirmed = { email: 'a@example.com' };
  await world.database.collection('blog_subscribers').updateOne(confirmed, { $set: { confirmed_at: new Date() } });
  for (const email of ['d@example.com', 'e@example.com']) await world.submit(subscribers.submit, { email });
  await world.database.collection('parked_submissions').insertOne({ operation: 'x', code: 'conflict', at: new Date() });
  expect(await people()).toMatchObject({
    ...{ leads: 5, new_leads: 4, clients: 1, projects: 4, active_projects: 3 },
    unanswered_service_inquiries: 1,
    ...{
      service_inquiries: 1,
      portfolio_inquiries: 1,
      subscribers: 4,
      parked_submissions: 1,
      active_subscribers: 1,
      unconfirmed_subscribers: 2,
    },
  });
  // The lists to which the dashboard links its numbers.
  for (const [count, list, query] of [
    ['leads', leads.list, {}],
    ['new_leads', leads.list, { status: 'new' }],
    ['clients', clients.list, {}],
    ['active_projects', projects.list, { status: 'active' }],
    ['service_inquiries', serviceInquiries.list, {}],
    ['unanswered_service_inquiries', serviceInquiries.list, { status: 'unanswered' }],
    ['active_subscribers', subscribers.list, { status: 'active' }],
    ['unconfirmed_subscribers', subscribers.list, { status: 'unconfirmed' }],
  ] as const) {
    const { total } = (await world.rpc.call(list as Operation, query, ask())) as { total: number };
    expect({ [count]: total }).toEqual({ [count]: (await people())[count] });
  }
});
