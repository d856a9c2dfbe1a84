import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clients } from '@docfolio/contracts/client';
import { type ExportJob, exports } from '@docfolio/contracts/export';
import { leads } from '@docfolio/contracts/lead';
import type { CallInput } from '@docfolio/contracts/operation';
import { projects } from '@docfolio/contracts/project';
import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { subscribers } from '@docfolio/contracts/subscriber';
import { openBytes } from '@docfolio/service-kit/bytes/bytes-client';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { rowsOf } from '../testing/csv-file.js';
import { ask, bytesSecret, type LeadsWorld, make, startLeadsWorld } from '../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../testing/raised-events.js';
import { insertSubscribers } from '../testing/subscriber-rows.js';
import { clearExports, writeExport } from './exports.jobs.js';

const logger = createLogger('test', 'silent');
let world: LeadsWorld;
let redis: ReturnType<typeof connectRedis>;
let tickets: DownloadTickets;
let jobs: JobQueue;
let events: RaisedEvents;
const records = () =>
  world.database.collection<{ _id: string; status: string; rows: number; expires_at: Date }>('exports');
const order = (input: CallInput<typeof exports.create>, key?: string) =>
  world.rpc.call(exports.create, input, make(key));
const get = (id: string) => world.rpc.call(exports.get, { id }, ask());
const link = (id: string) => world.rpc.call(exports.link, { id }, ask());

beforeAll(async () => {
  world = await startLeadsWorld();
  redis = connectRedis(world.redisUrl, 'commands', logger);
  tickets = new DownloadTickets(redis);
  jobs = new JobQueue({ redisUrl: world.redisUrl, logger });
  events = watchEvents(world.redisUrl);
}, 60_000);
afterAll(async () => {
  await Promise.all([closeRedis(redis), jobs.close(), events.close()]);
  await world.stop();
});
beforeEach(async () => {
  for (const name of ['leads', 'clients', 'projects', 'service_inquiries', 'blog_subscribers'])
    await world.database.collection(name).deleteMany({});
});

/** The same export once it has come to this. */
async function until(status: ExportJob['status'], id: string, limit = 15_000): Promise<ExportJob> {
  let job = await get(id);
  await waitFor(
    `the export is ${status}`,
    async () => {
      job = await get(id);
      return job.status === status;
    },
    limit,
  );
  return job;
}

/** What the gateway does with a link. */
async function follow(url: string): Promise<string> {
  const ticket = await tickets.take(url.split('/').at(-1)!);
  const bytes = await openBytes({
    ...{ service: ticket.service, name: ticket.name, secret: bytesSecret, requestId: randomUUID() },
    ...{ url: `http://127.0.0.1:${world.process().healthPort}`, signal: new AbortController().signal },
  });
  const chunks: Buffer[] = [];
  for await (const chunk of bytes.body) chunks.push(chunk as Buffer);
  const file = Buffer.concat(chunks);
  expect(file).toHaveLength(bytes.size);
  expect(bytes.contentType).toBe('text/csv; charset=utf-8');
  return file.toString();
}

/** Orders a file, waits for it and reads it, heading first. */
async function exported(input: CallInput<typeof exports.create>): Promise<string[][]> {
  const { id } = await order(input);
  const done = await until('done', id);
  const text = await follow((await link(id)).url);
  expect(Buffer.byteLength(text)).toBe(done.size);
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows = rowsOf(text.slice(1));
  expect(rows).toHaveLength(done.rows + 1);
  return rows;
}

const subscribe = (fields: Partial<CallInput<typeof subscribers.submit>>) =>
  world.submit(subscribers.submit, { email: 'rory@saltmarsh.example', ...fields });

describe('a file of subscribers', () => {
  it('has the columns of the specification, and the words of the page', async () => {
    await subscribe({ name: 'Vale, "Rory"' });
    await subscribe({ email: 'ada@saltmarsh.example', source: 'newsletter' });
    await world.database
      .collection('blog_subscribers')
      .updateOne(
        { email: 'ada@saltmarsh.example' },
        { $set: { is_active: false, subscribed_at: new Date('2026-02-03T04:05:06.789Z') } },
      );
    await subscribe({ email: 'zoe@saltmarsh.example', name: '=Zoë' });
    await world.database.collection('blog_subscribers').updateOne({ email: /^zoe/ }, { $set: { source: null } });
    const { id, file_name } = await order({ list: 'blog_subscribers', query: { sort: 'email' } });
    expect(file_name).toBe('blog_subscribers.csv');
    await until('done', id);
    const text = await follow((await link(id)).url);
    const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.source;
    expect(text).toMatch(
      new RegExp(
        `^\uFEFFEmail,Name,Source,Status,Subscribed At\r\n` +
          `ada@saltmarsh\\.example,,newsletter,Inactive,2026-02-03T04:05:06\\.789Z\r\n` +
          `rory@saltmarsh\\.example,"Vale, ""Rory""",blog,Active,${time}\r\n` +
          `zoe@saltmarsh\\.example,'=Zoë,blog,Active,${time}\r\n$`,
      ),
    );
  });

  it('is the list as it is looked at: search, filters and sort', async () => {
    await insertSubscribers(world.database, 1_203);
    await subscribe({ email: 'bot@spam.example', website: 'http://spam.example' });
    const emails = async (query: Record<string, unknown>) =>
      (await exported({ list: 'blog_subscribers', query })).slice(1).map(([email]) => email!);
    const all = Array.from({ length: 1_203 }, (_, index) => `person-${index}@bulk.example`);
    expect(await emails({})).toEqual(all.toReversed());
    expect(await emails({ sort: 'subscribed_at' })).toEqual(all);
    expect(await emails({ status: 'inactive', sort: 'subscribed_at' })).toEqual(all.filter((_, at) => at % 5 === 0));
    expect(await emails({ source: 'newsletter', sort: 'subscribed_at' })).toEqual(all.filter((_, at) => at % 3 === 0));
    expect(await emails({ search: 'PERSON-77', sort: 'subscribed_at' })).toEqual(
      all.filter((email) => email.includes('person-77')),
    );
    // More than a total counts.
    expect(await emails({ search: 'bulk.ex', sort: '-email' })).toEqual(all.toSorted().reverse());
    expect(await emails({ search: 'nobody is called so' })).toEqual([]);
  });
});

describe('files of the other lists', () => {
  it('hold leads with what they wrote, flagged ones only when asked for', async () => {
    const lead = {
      name: 'Mira Holt',
      email: 'mira@kelp.example',
      message: 'Two\nlines',
      phone: '+44 1',
      company: 'Kelp',
    };
    const source = 'contact';
    await world.submit(leads.submit, { ...lead, source, budget_range: '15k-50k', timeline: 'asap' });
    await world.submit(leads.submit, { ...lead, source, name: 'Bot', website: 'http://spam.example' });
    const [heading, ...rows] = await exported({ list: 'leads' });
    expect(heading!.join()).toBe(
      'Name,Email,Phone,Company,Status,Source,Service Interest,Project Type,Budget,Timeline,Message,Created At',
    );
    expect(rows).toEqual([
      [
        'Mira Holt',
        'mira@kelp.example',
        "'+44 1",
        'Kelp',
        'new',
        'contact',
        '',
        '',
        '15k-50k',
        'asap',
        'Two\nlines',
        expect.stringMatching(/Z$/),
      ],
    ]);
    const flagged = await exported({ list: 'leads', query: { spam: 'only' } });
    expect(flagged.slice(1).map(([name]) => name)).toEqual(['Bot']);
  });

  it('name the client of a project and the sender of an inquiry', async () => {
    const client = await world.rpc.call(clients.create, { name: 'Kelp Ltd', email: 'ask@kelp.example' }, make());
    const project = { title: 'Harbour app', service_type: 'Mobile', client_id: client.id, budget: 1234.5 };
    await world.rpc.call(projects.create, { ...project, start_date: '2026-03-01' }, make());
    const inquiry = { service_name: 'Mobile', specific_requirements: 'Tides, and boats' };
    await world.submit(serviceInquiries.submit, { name: 'Mira', email: 'mira@kelp.example', ...inquiry });
    // But for the time in the last column.
    const body = async (list: ExportJob['list']) => (await exported({ list })).slice(1).map((row) => row.slice(0, -1));
    expect(await body('clients')).toMatchObject([['Kelp Ltd', 'ask@kelp.example', '', '', '']]);
    expect(await body('projects')).toMatchObject([
      ['Harbour app', 'Kelp Ltd', 'Mobile', 'inquiry', '1234.5', '2026-03-01', '', '', ''],
    ]);
    expect(await body('service_inquiries')).toMatchObject([
      ['Mira', 'mira@kelp.example', '', 'Mobile', 'Tides, and boats', '', ''],
    ]);
    expect(await body('portfolio_inquiries')).toEqual([]);
  });
});

describe('an order', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown filter', { nonsense: 1 }, 'query.nonsense', 'Unknown field'],
    ['another value', { status: 'maybe' }, 'query.status', 'Unknown status'],
    ['a page of the list', { limit: 5 }, 'query.limit', 'Unknown field'],
    ['an operator', { status: { $ne: null } }, 'query.status', 'Unknown status'],
    ['an unknown sort', { sort: 'version' }, 'query.sort', expect.any(String) as unknown as string],
  ])('is refused for %s', async (_, query, path, message) => {
    const before = await records().countDocuments();
    await expect(order({ list: 'blog_subscribers', query })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path, message }],
    });
    expect(await records().countDocuments()).toBe(before);
  });

  it('is refused for an unknown list', async () => {
    await expect(order({ list: 'users' as never })).rejects.toMatchObject({ errors: [{ path: 'list' }] });
  });

  it('that is repeated is the same one', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => order({ list: 'clients' }, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(order({ list: 'leads' }, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('that a crash left without its job is taken up', async () => {
    const { id } = await order({ list: 'clients' });
    await until('done', id);
    const record = (await records().findOne({ _id: id }))!;
    const left = { ...record, _id: randomUUID(), status: 'waiting', object_name: null };
    await records().insertOne({ ...left, created_at: new Date(Date.now() - 61_000) } as never);
    await jobs.add(clearExports, {});
    await until('done', left._id);
  });

  it('is heard of in the open CRM, from its beginning to its end', async () => {
    const { id } = await order({ list: 'clients' });
    await until('done', id);
    const told = await events.live(id, 3);
    expect(told[0]).toEqual({ topic: 'exports', id, act: 'created' });
    expect(told.slice(1).every(({ act }) => act === 'changed')).toBe(true);
  });
});

describe('the file', () => {
  it('cannot be had before it is whole, nor when it failed', async () => {
    const { id } = await order({ list: 'clients' });
    await until('done', id);
    for (const status of ['waiting', 'running', 'failed']) {
      await records().updateOne({ _id: id }, { $set: { status, object_name: null } as never });
      await expect(link(id)).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(link(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is gone when its time is over, and its record says so', async () => {
    const { id } = await order({ list: 'clients' });
    const { expires_at } = await until('done', id);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const { url } = await link(id);
    const folder = join(world.objects, 'docfolio-leads', 'exports');
    const files = async () => (await readdir(folder)).filter((name) => name.startsWith(id));
    expect(await files()).toHaveLength(1);
    await records().updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } });
    await expect(link(id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await get(id)).status).toBe('expired');
    await jobs.add(clearExports, {});
    await waitFor('the file is removed', async () => (await files()).length === 0);
    await waitFor('it is written down', async () => (await records().findOne({ _id: id }))?.status === 'expired');
    // A link from before finds nothing.
    await expect(follow(url)).rejects.toMatchObject({ code: 'not_found' });
    await records().updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 31 * 24 * 3_600_000) } });
    await jobs.add(clearExports, {});
    await waitFor('the record is forgotten', async () => (await records().countDocuments({ _id: id })) === 0);
  });

  it('is given up when it cannot be written, for a reason that will not pass', async () => {
    const { id } = await order({ list: 'clients' });
    await until('done', id);
    const record = (await records().findOne({ _id: id }))!;
    const broken = { ...record, _id: randomUUID(), status: 'waiting', object_name: null, query: { sort: 'nonsense' } };
    await records().insertOne(broken as never);
    await jobs.add(writeExport, { id: broken._id }, { id: broken._id });
    await until('failed', broken._id, 20_000);
  }, 30_000);

  it.each<[how: string, stop: () => Promise<unknown>]>([
    ['killed', () => world.kill()],
    ['told to stop', () => world.process().kill('SIGTERM')],
  ])(
    'has each row once when its worker is %s on the way',
    async (_, stop) => {
      const count = 8_000;
      await insertSubscribers(world.database, count);
      const { id } = await order({ list: 'blog_subscribers', query: { sort: 'subscribed_at' } });
      await waitFor('it is on its way', async () => (await records().findOne({ _id: id }))!.rows > 0);
      const left = world.process();
      await stop();
      const written = join(world.objects, 'docfolio-leads', 'exports');
      const files = (await readdir(written)).filter((name) => name.startsWith(id));
      const { status, rows } = (await records().findOne({ _id: id }))!;
      // What was told to stop may have come to the end in time; of a half nothing is a file.
      if (status === 'done') expect(await left.exited()).toBe(0);
      else expect({ status, files, whole: rows === count }).toEqual({ status: 'running', files: [], whole: false });
      await world.start();
      const done = await until('done', id, 60_000);
      expect(done).toMatchObject({ rows: count, total: count });
      const [, ...lines] = rowsOf((await follow((await link(id)).url)).slice(1));
      expect(lines.map(([email]) => email)).toEqual(
        Array.from({ length: count }, (_, index) => `person-${index}@bulk.example`),
      );
    },
    120_000,
  );
});
