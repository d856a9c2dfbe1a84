import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries, portfolioInquiryChanged } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, type LeadsWorld, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';
import { followLeads } from './inquiries.jobs.js';

const ingrid = { name: 'Ingrid Solheim', email: 'ingrid@fjordline.example', company: 'Fjordline Ferries' };
const tickets = {
  ...ingrid,
  service_name: 'Mobile app development',
  specific_requirements: 'Tickets, checked offline.',
};
const henrik = { name: 'Henrik Vestergaard', email: 'hv@kornmark.example' };
const map = {
  ...henrik,
  project_name: 'Field notes',
  similar_project_interest: 'The shared map.',
  custom_requirements: 'Sixty agronomists.',
};

/** The form fields and the admin operations of both kinds of inquiry. */
const kinds = {
  service: {
    operations: serviceInquiries,
    submit: (world: LeadsWorld, fields: object = {}) =>
      world.submit(serviceInquiries.submit, { ...tickets, ...fields }),
    person: ingrid,
    collection: 'service_inquiries',
    own: { search: 'OFFLINE', field: 'service_name' },
  },
  portfolio: {
    operations: portfolioInquiries,
    submit: (world: LeadsWorld, fields: object = {}) => world.submit(portfolioInquiries.submit, { ...map, ...fields }),
    person: { ...henrik, company: null },
    collection: 'portfolio_inquiries',
    own: { search: 'Agronomist', field: 'project_name' },
  },
} as const;

let world: LeadsWorld;
let events: RaisedEvents;

beforeAll(async () => {
  world = await startLeadsWorld();
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await events?.close();
  await world?.stop();
});
beforeEach(async () => {
  for (const collection of ['leads', 'service_inquiries', 'portfolio_inquiries'])
    await world.database.collection(collection).deleteMany({});
});

const onlyLead = async (query: CallInput<typeof leads.list> = {}) =>
  (await world.rpc.call(leads.list, query, ask())).items[0]!;
const patchLead = (changes: CallInput<typeof leads.patch>) => world.rpc.call(leads.patch, changes, ask());

describe.each(['service', 'portfolio'] as const)('%s inquiries', (name) => {
  const { operations, submit, person, collection, own } = kinds[name];
  const list = (query: object = {}) => world.rpc.call(operations.list, query, ask());
  const totalOf = async (query: object = {}) => (await list(query)).total;

  it('show their sender until that lead is deleted', async () => {
    await submit(world);
    const lead = await onlyLead();
    const [inquiry] = (await list()).items;
    expect(inquiry).toMatchObject({ lead_id: lead.id, person: { id: lead.id, ...person } });
    expect(await world.rpc.call(operations.get, { id: inquiry!.id }, ask())).toMatchObject({ person: { id: lead.id } });
    await world.rpc.call(leads.delete, { id: lead.id }, ask());
    expect((await list()).items).toMatchObject([{ id: inquiry!.id, person: null }]);
  });

  it('are found by their texts and their sender', async () => {
    await submit(world);
    for (const search of [own.search, person.name.slice(2), person.email.toUpperCase()])
      expect(await totalOf({ search })).toBe(1);
    expect(await totalOf({ search: 'Quiroga' })).toBe(0);
    if (person.company) expect(await totalOf({ search: person.company })).toBe(1);
  });

  it('are found by the new name of their lead', async () => {
    await submit(world);
    const { id } = await onlyLead();
    await patchLead({ id, version: 1, name: 'Sunniva Hagen', company: 'Skagerrak Lines' });
    await waitFor('the inquiry follows', async () => (await totalOf({ search: 'sunniva' })) === 1);
    expect(await totalOf({ search: 'Skagerrak' })).toBe(1);
    expect(await totalOf({ search: person.name })).toBe(0);
  });

  it('stored by an older version are found by sender after the backfill', async () => {
    await submit(world);
    const inquiries = world.database.collection(collection);
    const old = {
      $unset: { sender: '', lead_version: '', unanswered: '' },
      $set: { search_text: 'x', search_grams: ['^x'] },
    };
    await inquiries.updateOne({}, old as never);
    expect(await totalOf({ search: person.name })).toBe(0);
    const jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
    await jobs.add(followLeads, {});
    await waitFor('the inquiry follows', async () => (await totalOf({ search: person.name })) === 1);
    expect(await totalOf({ status: 'unanswered' })).toBe(1);
    await jobs.close();
  });

  it('are found by the last of eight names of their lead', async () => {
    await submit(world);
    const { id } = await onlyLead();
    for (let version = 1; version <= 8; version++) await patchLead({ id, version, name: `Name ${version} of many` });
    await waitFor('the inquiry follows', async () => (await totalOf({ search: 'Name 8 of many' })) === 1);
    expect(await world.database.collection(collection).findOne({})).toMatchObject({
      sender: expect.stringMatching(/^Name 8 of many\n/),
    });
  });

  it('are unanswered while their lead is new and not deleted', async () => {
    await submit(world);
    const { id } = await onlyLead();
    const becomes = (status: 'answered' | 'unanswered') =>
      waitFor(`the inquiry is ${status}`, async () => (await totalOf({ status })) === 1);
    expect([await totalOf({ status: 'unanswered' }), await totalOf({ status: 'answered' })]).toEqual([1, 0]);
    await patchLead({ id, version: 1, status: 'contacted' });
    await becomes('answered');
    expect(await totalOf({ status: 'unanswered' })).toBe(0);
    await patchLead({ id, version: 2, status: 'new' });
    await becomes('unanswered');
    await world.rpc.call(leads.delete, { id }, ask());
    await becomes('answered');
    await world.rpc.call(peopleTrash.restore, { type: 'leads', id }, ask());
    await becomes('unanswered');
    const [inquiry] = (await list()).items;
    expect(await events.live(inquiry!.id, 5)).toHaveLength(5);
  });

  it('are hidden while their lead is marked as spam', async () => {
    await submit(world, { website: 'http://spam.example' });
    expect(await totalOf()).toBe(0);
    const { id } = await onlyLead({ spam: 'only' });
    await patchLead({ id, is_spam: false });
    await waitFor('the inquiry is there', async () => (await totalOf()) === 1);
    const [inquiry] = (await list()).items;
    expect(await events.live(inquiry!.id, 1)).toEqual([{ topic: collection, id: inquiry!.id, act: 'changed' }]);
    await patchLead({ id, is_spam: true });
    await waitFor('the inquiry is hidden', async () => (await totalOf()) === 0);
    expect(await events.live(inquiry!.id, 2)).toHaveLength(2);
  });

  it('can be deleted without their lead, and are restored with the current data of the lead', async () => {
    await submit(world);
    const { id } = (await list()).items[0]!;
    expect(await world.rpc.call(operations.delete, { id }, ask())).toEqual({ id });
    await expect(world.rpc.call(operations.get, { id }, ask())).rejects.toMatchObject({ code: 'not_found' });
    const lead = await onlyLead();
    await patchLead({ id: lead.id, version: 1, name: 'Sunniva Hagen' });
    await world.rpc.call(peopleTrash.restore, { type: collection, id }, ask());
    expect((await list({ search: 'Sunniva' })).items).toMatchObject([{ id, person: { name: 'Sunniva Hagen' } }]);
    expect((await events.live(id, 3)).map(({ act }) => act)).toEqual(['created', 'deleted', 'restored']);
  });

  it('are paged without gaps in each sort, and filtered by lead', async () => {
    for (let index = 0; index < 7; index++)
      await submit(world, { [own.field]: `Subject ${index % 2}`, email: `p${index}@example.com` });
    for (const sort of operations.list.input.shape.sort.def.innerType.options) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const screen = await list({ sort, limit: 3, ...(after && { after }) });
        seen.push(...screen.items.map(({ id }) => id));
        after = screen.next ?? undefined;
      } while (after);
      expect(new Set(seen).size).toBe(7);
    }
    const { lead_id } = (await list()).items[3]!;
    expect((await list({ lead_id })).items).toMatchObject([{ lead_id, person: { id: lead_id } }]);
    expect(await totalOf({ lead_id: randomUUID() })).toBe(0);
  });

  it.each([{ sort: 'budget_range' }, { lead_id: 'abc' }, { lead_id: { $ne: null } }, { status: 'new' }])(
    'refuse %j',
    async (query) => {
      await expect(list(query)).rejects.toMatchObject({ code: 'validation_failed' });
    },
  );
});

it('raises no event of an inquiry if only the name of its lead changes', async () => {
  await kinds.portfolio.submit(world);
  const { id } = await onlyLead();
  await patchLead({ id, version: 1, name: 'Sunniva Hagen' });
  const inquiries = world.database.collection('portfolio_inquiries');
  await waitFor('the inquiry follows', async () => Boolean(await inquiries.findOne({ sender: /^Sunniva/ })));
  const { _id } = (await inquiries.findOne({}))!;
  await waitFor('the outbox is empty', async () => Boolean(await inquiries.findOne({ outbox: { $size: 0 } })));
  expect((await events.live(String(_id), 1)).map(({ act }) => act)).toEqual(['created']);
  expect(portfolioInquiryChanged.subscribers).toEqual([]);
});
