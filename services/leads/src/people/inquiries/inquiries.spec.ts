import { randomUUID } from 'node:crypto';
import { leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { submissionQueue } from '@docfolio/service-kit/submissions/submission-job';
import { queuedEvents } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, type LeadsWorld, startLeadsWorld } from '../../testing/leads-world.js';

const serviceInquiry = {
  name: 'Ingrid Solheim',
  email: 'ingrid@fjordline.example',
  company: 'Fjordline',
  service_name: 'Mobile app development',
  specific_requirements: 'Tickets that can be checked offline.',
  budget_range: '15k-50k' as const,
  timeline: '' as const,
};
const portfolioInquiry = {
  name: 'Henrik Vestergaard',
  email: 'hv@kornmark.example',
  project_name: 'Field notes',
  similar_project_interest: 'The shared map.',
  custom_requirements: 'Sixty agronomists, no coverage.',
};

let world: LeadsWorld;
let redis: ReturnType<typeof connectRedis>;
let events: ReturnType<typeof openQueue>;
let submissions: ReturnType<typeof openQueue>;
const stored = (collection: string) => world.database.collection(collection).find({}).toArray();
const leadList = (query = {}) => world.rpc.call(leads.list, query, ask());

beforeAll(async () => {
  world = await startLeadsWorld();
  redis = connectRedis(world.redisUrl, 'commands', createLogger('test', 'silent'));
  events = openQueue(eventQueue('notifications'), redis);
  submissions = openQueue(submissionQueue('leads'), redis);
});
afterAll(async () => {
  await Promise.all([events?.close(), submissions?.close()]);
  await closeRedis(redis);
  await world?.stop();
});
beforeEach(async () => {
  await events.obliterate({ force: true });
  for (const collection of ['leads', 'service_inquiries', 'portfolio_inquiries'])
    await world.database.collection(collection).deleteMany({});
});

it('creates a linked lead and inquiry from a service inquiry', async () => {
  const answer = await world.submit(serviceInquiries.submit, serviceInquiry);
  const [inquiry] = await stored('service_inquiries');
  const [lead] = (await leadList()).items;
  expect(answer).toEqual({ accepted: false, result: { id: inquiry!._id, status: 'stored' } });
  expect(lead).toMatchObject({
    name: 'Ingrid Solheim',
    company: 'Fjordline',
    source: 'services',
    service_interest: 'Mobile app development',
    message: 'Tickets that can be checked offline.',
    budget_range: '15k-50k',
    timeline: null,
    status: 'new',
  });
  expect(inquiry).toMatchObject({
    lead_id: lead!.id,
    service_name: 'Mobile app development',
    specific_requirements: 'Tickets that can be checked offline.',
    budget_range: '15k-50k',
    timeline: null,
  });
});

it('creates a lead with both texts from a portfolio inquiry', async () => {
  await world.submit(portfolioInquiries.submit, portfolioInquiry);
  const [inquiry] = await stored('portfolio_inquiries');
  const [lead] = (await leadList()).items;
  expect(lead).toMatchObject({
    source: 'portfolio',
    project_type: 'Field notes',
    message: 'The shared map.\n\nSixty agronomists, no coverage.',
  });
  expect(inquiry).toMatchObject({ lead_id: lead!.id, project_name: 'Field notes' });
});

it('accepts a portfolio inquiry of maximum length, whose lead can still be edited', async () => {
  const long = 'ä'.repeat(10_000);
  const texts = { similar_project_interest: long, custom_requirements: long };
  await world.submit(portfolioInquiries.submit, { ...portfolioInquiry, ...texts });
  const [lead] = (await leadList()).items;
  const { id, message, version } = lead!;
  expect(await world.rpc.call(leads.patch, { id, message, version }, ask())).toMatchObject({ message });
});

it('raises one event for an inquiry and its lead', async () => {
  await world.submit(serviceInquiries.submit, serviceInquiry);
  await waitFor('the event is published', async () => (await events.getJobs()).length > 0);
  expect((await queuedEvents(events)).map(({ name }) => name)).toEqual(['service_inquiry.created']);
  expect(await stored('leads')).toMatchObject([{ outbox: [] }]);
});

it('creates one lead and one inquiry from ten concurrent requests with one key', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => world.submit(serviceInquiries.submit, serviceInquiry, key)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await stored('service_inquiries')).toHaveLength(1);
  expect((await leadList()).total).toBe(1);
});

it('completes an inquiry that was interrupted after its lead was stored, when the request is repeated', async () => {
  const key = randomUUID();
  await world.submit(portfolioInquiries.submit, portfolioInquiry, key);
  // Simulates a crash: the lead is stored, the inquiry is not, and the job has to run again.
  await world.database.collection('portfolio_inquiries').deleteMany({});
  await waitFor('the job is removed', async () => {
    await submissions.clean(0, 0, 'completed');
    return (await submissions.getJobs()).length === 0;
  });
  await world.submit(portfolioInquiries.submit, portfolioInquiry, key);
  expect(await stored('portfolio_inquiries')).toHaveLength(1);
  expect((await leadList()).total).toBe(1);
});

it('hides an inquiry with a filled honeypot and its lead, and raises no event', async () => {
  await world.submit(serviceInquiries.submit, { ...serviceInquiry, website: 'http://spam.example' });
  expect((await leadList()).total).toBe(0);
  expect((await leadList({ spam: 'only' })).total).toBe(1);
  expect(await stored('service_inquiries')).toMatchObject([{ is_spam: true, outbox: [] }]);
});

it.each([
  ['name', { name: ' ' }, 'Name is required'],
  ['email', { email: '' }, 'Email is required'],
  ['email', { email: 'a@b.c,d@e.f' }, 'Invalid email address'],
  ['specific_requirements', { specific_requirements: '' }, 'Please describe your requirements'],
  ['budget_range', { budget_range: '1k' }, 'Unknown budget range'],
  ['lead_id', { lead_id: randomUUID() }, 'Unknown field'],
])('refuses a service inquiry whose %s is invalid: %j', async (path, fields, message) => {
  const attempt = world.submit(serviceInquiries.submit, { ...serviceInquiry, ...fields } as typeof serviceInquiry);
  await expect(attempt).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path, message }] });
  expect(await stored('leads')).toEqual([]);
});

it.each([
  ['similar_project_interest', 'Please describe your interest'],
  ['custom_requirements', 'Please describe your requirements'],
])('refuses a portfolio inquiry without its %s', async (path, message) => {
  const attempt = world.submit(portfolioInquiries.submit, { ...portfolioInquiry, [path]: '  ' });
  await expect(attempt).rejects.toMatchObject({ errors: [{ path, message }] });
});
