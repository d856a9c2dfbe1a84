import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LeadListQuery, leadListQuery } from '@docfolio/contracts/entities/lead';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { type ReadPlan, readPlans } from '@docfolio/service-kit/testing/read-plans';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import mongoose, { type Connection } from 'mongoose';
import { LeadsRepository, leadSchema } from './people/leads/leads.repository.js';
import { bytesSecret, linkSecret } from './testing/leads-world.js';

/** More than the 1,000 matches up to which a search is counted exactly, spam aside. */
const leads = 1_500;

let mongo: TestMongo;
let connection: Connection;
let repository: LeadsRepository;

async function seed(...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH!,
    REDIS_URL: 'redis://127.0.0.1:1',
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    OBJECT_STORE_DIR: __dirname,
    BYTES_SECRET: bytesSecret,
    LINK_SECRET: linkSecret,
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(__dirname, '../dist/bulk-seed.js'), ...args.flatMap((arg) => arg.split(' '))],
    { env },
  );
  return stdout;
}

const rows = (collection: string) => connection.collection(collection).countDocuments();

beforeAll(async () => {
  mongo = await startMongo();
  connection = await mongoose
    .createConnection(mongo.uri, { dbName: mongo.dbName, autoIndex: false, autoCreate: false, monitorCommands: true })
    .asPromise();
  // The spec only reads, so the outbox publisher is never called.
  const model = connection.model('leads', leadSchema, 'leads');
  repository = new LeadsRepository(model as never, {} as OutboxPublisher);
  await seed(`--leads ${leads}`, '--clients 20', '--projects 30', '--subscribers 40', '--inquiries 50');
});
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
  await mongo?.stop();
});

const list = (query: Partial<LeadListQuery>) => repository.listLeads(leadListQuery.parse(query));

describe('bulk seeding', () => {
  it('inserts the requested number of each kind, without events', async () => {
    expect(await rows('leads')).toBe(leads);
    expect(await rows('clients')).toBe(20);
    expect(await rows('projects')).toBe(30);
    expect(await rows('blog_subscribers')).toBe(40);
    expect((await rows('service_inquiries')) + (await rows('portfolio_inquiries'))).toBe(50);
    expect(await connection.collection('leads').countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
  });

  it('inserts people of many scripts, statuses and years, some without a company or with a very long name', async () => {
    const { total } = await list({});
    expect((await list({ spam: 'only' })).total).toBe(leads - total);
    const all = await connection.collection('leads').find().toArray();
    expect(new Set(all.map(({ email }) => email)).size).toBe(leads);
    expect(all.some(({ name }) => /\p{Script=Han}/u.test(name))).toBe(true);
    expect(all.some(({ name }) => /\p{Script=Arabic}/u.test(name))).toBe(true);
    expect(all.some(({ name }) => name.length > 80)).toBe(true);
    expect(all.some(({ company }) => company === null)).toBe(true);
    const years = new Set(all.map(({ created_at }) => created_at.getUTCFullYear()));
    expect(years.size).toBeGreaterThanOrEqual(3);
    expect(Math.max(...all.map(({ updated_at }) => updated_at.getTime()))).toBeLessThanOrEqual(Date.now());
  });

  it('inserts records that each list returns and its contract accepts', async () => {
    const { items } = await list({ limit: 100 });
    expect(items).toHaveLength(100);
    const inquiry = await connection.collection('service_inquiries').findOne({});
    const lead = await connection.collection('leads').findOne({ _id: inquiry?.lead_id });
    expect(inquiry?.sender).toContain(lead?.email);
    const project = await connection.collection('projects').findOne({ client_id: { $ne: null } });
    expect(await connection.collection('clients').findOne({ _id: project?.client_id })).not.toBeNull();
  });
});

/** Returns each read as command and index, in the order of the reads. */
const told = (plans: ReadPlan[]) => plans.map(({ command, index }) => `${command} ${index}`);

describe('the leads list of a bulk-seeded database', () => {
  it.each<[Partial<LeadListQuery>, string]>([
    [{}, 'leads_by_time'],
    [{ spam: 'only' }, 'leads_by_time'],
    [{ sort: 'created_at' }, 'leads_by_time'],
    [{ status: 'qualified' }, 'leads_of_a_status_by_time'],
    [{ source: 'services' }, 'leads_of_a_source_by_time'],
    [{ status: 'qualified', source: 'services' }, 'leads_of_a_status_and_source_by_time'],
    [{ sort: 'name' }, 'leads_by_name'],
    [{ sort: '-email' }, 'leads_by_e_mail'],
    [{ sort: 'company' }, 'leads_by_company'],
  ])('for %j reads two pages by the index %s, and counts the total from keys alone', async (query, index) => {
    const { next } = await list(query);
    for (const asked of [query, ...(next ? [{ ...query, after: next }] : [])]) {
      const plans = await readPlans(connection, () => list(asked));
      const [total, ...reads] = plans;
      expect(total?.stages).toEqual(['COUNT', 'COUNT_SCAN']);
      expect(reads.length).toBeGreaterThan(0);
      for (const read of reads) expect(read).toMatchObject({ index, stages: ['FETCH', 'IXSCAN'] });
    }
  });

  it('uses the search index for a search with few matches', async () => {
    const [lead] = (await list({ limit: 1 })).items;
    const plans = await readPlans(connection, () => list({ search: lead!.email }));
    expect(new Set(told(plans))).toEqual(new Set(['count search', 'find search']));
  });

  it('reads along the sort index for a search with more than 1,000 matches, and counts only so far', async () => {
    const { total_exact, next } = await list({ search: 'example' });
    expect(total_exact).toBe(false);
    for (const after of [undefined, next!]) {
      const plans = await readPlans(connection, () => list({ search: 'example', after }));
      const finds = plans.filter(({ command }) => command === 'find');
      expect(finds.length).toBeGreaterThan(0);
      for (const find of finds) expect(find).toMatchObject({ index: 'leads_by_time', stages: ['FETCH', 'IXSCAN'] });
      for (const { index } of plans) expect(index).toBeDefined();
    }
  });

  it('uses the search index for a search without matches', async () => {
    const plans = await readPlans(connection, () => list({ search: 'zzyzx' }));
    expect(new Set(told(plans))).toEqual(new Set(['count search', 'find search']));
  });
});
