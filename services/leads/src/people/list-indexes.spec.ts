import { clientListQuery, clientSorts } from '@docfolio/contracts/entities/client';
import { leadListQuery, leadSorts, leadSources, leadStatuses } from '@docfolio/contracts/entities/lead';
import { portfolioInquiryListQuery, portfolioInquirySorts } from '@docfolio/contracts/entities/portfolio-inquiry';
import { projectListQuery, projectSorts, projectStatuses } from '@docfolio/contracts/entities/project';
import { serviceInquiryListQuery, serviceInquirySorts } from '@docfolio/contracts/entities/service-inquiry';
import { subscriberListQuery, subscriberSorts, subscriberSources } from '@docfolio/contracts/entities/subscriber';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { derivedId } from '@docfolio/service-kit/identity';
import { derivedFields, type Stored, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { ClientsRepository, clientSchema } from './clients/clients.repository.js';
import { PortfolioInquiriesRepository, portfolioInquirySchema } from './inquiries/portfolio-inquiries.repository.js';
import { ServiceInquiriesRepository, serviceInquirySchema } from './inquiries/service-inquiries.repository.js';
import { LeadsRepository, leadSchema } from './leads/leads.repository.js';
import { ProjectsRepository, projectSchema } from './projects/projects.repository.js';
import { SubscribersRepository, subscriberSchema } from './subscribers/subscribers.repository.js';

/** Enough rows for the query planner to prefer an index to a collection scan. */
const rows = 150;
const some = <T>(values: readonly T[], index: number): T => values[index % values.length]!;
const idOf = (name: string, index: number) => derivedId(name, String(index));
const name = (index: number) => `Person ${(index * 7_919) % rows}`;
const email = (index: number) => `p${(index * 104_729) % rows}@example.com`;

/** Never called, because the spec only reads. */
const outbox = {} as OutboxPublisher;

/** Schema, rows, sorts and filters of each list, keyed by its collection. */
const lists = {
  leads: {
    schema: leadSchema,
    row: (index: number) => ({
      ...{ name: name(index), email: email(index), company: index % 3 ? name(index) : null, is_spam: index % 20 === 0 },
      ...{ status: some(leadStatuses, index), source: some(leadSources, index + 1) },
    }),
    ask: (model: unknown, query: object) =>
      new LeadsRepository(model as never, outbox).listLeads(leadListQuery.parse(query)),
    sorts: leadSorts,
    filters: [{ status: 'lost' }, { source: 'blog' }, { spam: 'only' }, { status: 'new', source: 'direct' }],
  },
  clients: {
    schema: clientSchema,
    row: (index: number) => ({ name: name(index), email: email(index), email_key: email(index), company: null }),
    ask: (model: unknown, query: object) =>
      new ClientsRepository(model as never, outbox).listClients(clientListQuery.parse(query)),
    sorts: clientSorts,
    filters: [{ email: 'P7@example.com' }],
  },
  projects: {
    schema: projectSchema,
    row: (index: number) => ({
      ...{ title: name(index), service_type: 'Mobile', status: some(projectStatuses, index) },
      ...{ budget: index % 4 ? index : null, client_id: idOf('client', index % 50) },
    }),
    ask: (model: unknown, query: object) =>
      new ProjectsRepository(model as never, outbox).listProjects(projectListQuery.parse(query)),
    sorts: projectSorts,
    filters: [
      { status: 'on_hold' },
      { client_id: idOf('client', 3) },
      { status: 'planning', client_id: idOf('client', 2) },
    ],
  },
  service_inquiries: {
    schema: serviceInquirySchema,
    row: (index: number) => ({
      ...{ lead_id: idOf('lead', index % 300), is_spam: index % 20 === 0, sender: name(index), lead_version: 1 },
      ...{ service_name: name(index), specific_requirements: 'Tickets' },
    }),
    ask: (model: unknown, query: object) =>
      new ServiceInquiriesRepository(model as never, outbox).listShown(
        serviceInquiryListQuery.parse(query),
        serviceInquirySorts,
      ),
    sorts: serviceInquirySorts,
    filters: [{ lead_id: idOf('lead', 3) }],
  },
  portfolio_inquiries: {
    schema: portfolioInquirySchema,
    row: (index: number) => ({
      ...{ lead_id: idOf('lead', index % 300), is_spam: index % 20 === 0, sender: name(index), lead_version: 1 },
      project_name: name(index),
    }),
    ask: (model: unknown, query: object) =>
      new PortfolioInquiriesRepository(model as never, outbox).listShown(
        portfolioInquiryListQuery.parse(query),
        portfolioInquirySorts,
      ),
    sorts: portfolioInquirySorts,
    filters: [{ lead_id: idOf('lead', 3) }],
  },
  blog_subscribers: {
    schema: subscriberSchema,
    row: (index: number) => ({
      ...{ email: `${index}${email(index)}`, email_key: `${index}${email(index)}`, name: null },
      ...{ source: some(subscriberSources, index), is_active: index % 5 > 0, is_spam: index % 20 === 0 },
      ...{
        subscribed_at: new Date(1_700_000_000_000 + index),
        confirmed_at: index % 4 ? new Date(1_700_000_000_000 + index) : null,
      },
      ...{ replaced_by: null },
    }),
    ask: (model: unknown, query: object) =>
      new SubscribersRepository(model as never, outbox).listSubscribers(subscriberListQuery.parse(query)),
    sorts: subscriberSorts,
    filters: [{ status: 'inactive' }, { source: 'website' }, { status: 'active', source: 'blog' }],
  },
} as const;

interface Plan {
  stage: string;
  inputStage?: Plan;
}
type Command = Record<string, unknown>;

let mongo: TestMongo;
let connection: Connection;
const commands: Command[] = [];

async function plant(collection: string, schema: Schema, row: (index: number) => object) {
  const model: Model<Stored<object>> = connection.model(collection, schema, collection) as never;
  await model.createIndexes();
  const records = Array.from({ length: rows }, (_, index) => {
    const created_at = new Date(1_700_000_000_000 + index);
    const fields = row(index);
    return {
      ...{ ...fields, ...derivedFields(traitsOf(schema), fields as Record<string, unknown>) },
      ...{ _id: idOf(collection, index), created_at, updated_at: created_at, deleted_at: null, version: 1 },
    };
  });
  await model.insertMany(records as never);
}

/** Returns the plan stages of each read that `ask` makes, outermost first. */
async function plansOf(ask: () => Promise<unknown>): Promise<string[][]> {
  commands.length = 0;
  await ask();
  const reads = commands.splice(0);
  return Promise.all(
    reads.map(async (read) => {
      const { queryPlanner } = await connection.db!.command({ explain: read, verbosity: 'queryPlanner' });
      const stages: string[] = [];
      for (let plan: Plan | undefined = queryPlanner.winningPlan; plan; plan = plan.inputStage) stages.push(plan.stage);
      return stages;
    }),
  );
}

beforeAll(async () => {
  mongo = await startMongo();
  connection = await mongoose
    .createConnection(mongo.uri, { dbName: mongo.dbName, autoIndex: false, autoCreate: false, monitorCommands: true })
    .asPromise();
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName !== 'find' && commandName !== 'count') return;
    const { lsid: _lsid, $db: _db, txnNumber: _txn, ...read } = command as Command;
    commands.push(read);
  });
  for (const [collection, { schema, row }] of Object.entries(lists)) await plant(collection, schema as never, row);
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
  await mongo?.stop();
});

const every = Object.entries(lists).flatMap(([collection, { ask, sorts, filters }]) => {
  const model = () => connection.model(collection);
  const of = (query: object) => ({
    collection,
    query,
    ask: (more: object = {}) => ask(model(), { ...query, ...more }),
  });
  return {
    sorted: sorts.map((sort) => of({ sort })),
    filtered: filters.flatMap((filter) => sorts.map((sort) => of({ ...filter, sort }))),
    latest: filters.map((filter) => of(filter)),
  };
});

it.each(every.flatMap(({ sorted, latest }) => [...sorted, ...latest]))(
  'reads $collection in index order for $query, the next page too',
  async ({ ask }) => {
    const screen = await ask({ limit: 10 });
    const asks = [() => ask({ limit: 10 }), ...(screen.next ? [() => ask({ limit: 10, after: screen.next })] : [])];
    for (const again of asks) {
      const plans = await plansOf(again);
      expect(plans.length).toBeGreaterThan(0);
      expect(plans.flat()).not.toContain('COLLSCAN');
      expect(plans.flat()).not.toContain('SORT');
    }
  },
);

it.each(every.flatMap(({ filtered }) => filtered))('finds $collection by an index for $query', async ({ ask }) => {
  const plans = await plansOf(() => ask());
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flat()).not.toContain('COLLSCAN');
});

it('reads newsletter recipients in index order, the next page too', async () => {
  const repository = new SubscribersRepository(connection.model('blog_subscribers') as never, outbox);
  const query = { sort: 'subscribed_at', limit: 10 };
  const screen = await repository.listRecipients(query);
  expect(screen.items).toHaveLength(10);
  for (const after of [undefined, screen.next!]) {
    const plans = await plansOf(() => repository.listRecipients({ ...query, ...(after && { after }) }));
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flat()).not.toContain('COLLSCAN');
    expect(plans.flat()).not.toContain('SORT');
  }
});
