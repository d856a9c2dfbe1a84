import { auditActs, auditQuery } from '@docfolio/contracts/entities/audit';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { derivedId } from '@docfolio/service-kit/identity';
import { derivedFields, type Stored, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import { readPlans } from '@docfolio/service-kit/testing/read-plans';
import { sharedMongo } from '@docfolio/service-kit/testing/shared-servers';
import type { TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import mongoose, { type Connection, type Model } from 'mongoose';
import { AuditRepository } from './audit.repository.js';
import { type AuditFields, auditEntriesCollection, auditEntrySchema } from './audit-entry.js';

/** Enough rows for the query planner to prefer an index to a collection scan. */
const rows = 2_000;
const start = 1_700_000_000_000;

const requestId = (index: number) => derivedId('request', String(index));

let mongo: TestMongo;
let connection: Connection;
let entries: AuditRepository;

beforeAll(async () => {
  mongo = await sharedMongo();
  connection = await mongoose
    .createConnection(mongo.uri, { dbName: mongo.dbName, autoIndex: false, autoCreate: false, monitorCommands: true })
    .asPromise();
  const model = connection.model(auditEntriesCollection, auditEntrySchema, auditEntriesCollection) as unknown as Model<
    Stored<AuditFields>
  >;
  await model.createIndexes();
  const documents = Array.from({ length: rows }, (_, index) => {
    const created_at = new Date(start + index * 1_000);
    const fields = {
      ...{ actor: 'user', who: `user-${index % 5}`, who_name: `user${index % 5}@example.com`, outcome: 'done' },
      ...{ act: auditActs[index % 6], operation: 'leads.patch', kind: index % 4 ? 'leads' : 'clients' },
      ...{ record_id: `record-${index % 300}`, record_name: `Person ${index}`, request_id: requestId(index) },
      ...{ changes: [], problem: null, note: null, erased: false, event_id: null, expires_at: new Date(start * 2) },
    };
    return {
      ...{ ...fields, ...derivedFields(traitsOf(auditEntrySchema), fields) },
      ...{ _id: derivedId('entry', String(index)), created_at, updated_at: created_at, deleted_at: null, version: 1 },
    };
  });
  await model.insertMany(documents as never);
  entries = new AuditRepository(model, {} as OutboxPublisher, {} as never, 400);
});
afterAll(async () => {
  await connection?.close();
  await mongo?.stop();
});

const at = (index: number) => new Date(start + index * 1_000).toISOString();
const queries: object[] = [
  {},
  { who: 'user-3' },
  { act: 'deleted' },
  { kind: 'clients' },
  { record: 'record-7' },
  { from: at(500), to: at(1_500) },
  { who: 'user-3', from: at(500) },
];

it.each(queries)('reads pages in index order for %j, and scans nothing', async (query) => {
  const first = await entries.search(auditQuery.parse({ ...query, limit: 5 }));
  const pages = [{ limit: 5 }, { limit: 5, after: first.next ?? undefined }];
  for (const page of pages) {
    const plans = await readPlans(connection, () => entries.search(auditQuery.parse({ ...query, ...page })));
    expect(plans.length).toBeGreaterThan(0);
    for (const { command, stages } of plans) {
      expect(stages).not.toContain('COLLSCAN');
      if (command === 'find') expect(stages).not.toContain('SORT');
    }
  }
});

it.each([
  ['the beginning of a request id', requestId(1_777).slice(0, 13), 'request_id', requestId(1_777)],
  ['an email address', 'user3@example.com', 'who_name', 'user3@example.com'],
  ['the name of an operation', 'Leads.PATCH', 'operation', 'leads.patch'],
  ['a part of a name', 'son 1777', 'record_name', 'Person 1777'],
])('finds %s by an index', async (_, search, field, found) => {
  const query = auditQuery.parse({ search, limit: 5 });
  const plans = await readPlans(connection, () => entries.search(query));
  expect(plans.flatMap(({ stages }) => stages)).not.toContain('COLLSCAN');
  const { items } = await entries.search(query);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(item).toMatchObject({ [field]: found });
});
