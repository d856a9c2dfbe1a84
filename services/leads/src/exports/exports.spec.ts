import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ExportsWorld, startExportsWorld } from '../testing/exports-world.js';
import { type RaisedEvents, watchEvents } from '../testing/raised-events.js';
import { clearExports, writeExport } from './exports.jobs.js';

let world: ExportsWorld;
let jobs: JobQueue;
let events: RaisedEvents;
const records = () =>
  world.database.collection<{ _id: string; status: string; rows: number; expires_at: Date }>('exports');

beforeAll(async () => {
  world = await startExportsWorld();
  jobs = new JobQueue({ redisUrl: world.redisUrl, logger: createLogger('test', 'silent') });
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await Promise.all([jobs.close(), events.close()]);
  await world.stop();
});
beforeEach(async () => {
  await world.database.collection('blog_subscribers').deleteMany({});
});

describe('starting an export', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown filter', { nonsense: 1 }, 'query.nonsense', 'Unknown field'],
    ['an unknown value', { status: 'maybe' }, 'query.status', 'Unknown status'],
    ['a page of the list', { limit: 5 }, 'query.limit', 'Unknown field'],
    ['an operator', { status: { $ne: null } }, 'query.status', 'Unknown status'],
    ['an unknown sort', { sort: 'version' }, 'query.sort', expect.any(String) as unknown as string],
  ])('is refused for %s', async (_, query, path, message) => {
    const before = await records().countDocuments();
    await expect(world.order({ list: 'blog_subscribers', query })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path, message }],
    });
    expect(await records().countDocuments()).toBe(before);
  });

  it('is refused for an unknown list', async () => {
    await expect(world.order({ list: 'users' as never })).rejects.toMatchObject({ errors: [{ path: 'list' }] });
  });

  it('returns the same export to a repeated request', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.order({ list: 'clients' }, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(world.order({ list: 'leads' }, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is resumed after a crash before its job was added', async () => {
    const { id } = await world.order({ list: 'clients' });
    await world.until('done', id);
    const record = (await records().findOne({ _id: id }))!;
    const left = { ...record, _id: randomUUID(), status: 'waiting', object_name: null };
    await records().insertOne({ ...left, created_at: new Date(Date.now() - 61_000) } as never);
    await jobs.add(clearExports, {});
    await world.until('done', left._id);
  });

  it('notifies open CRM tabs from start to end', async () => {
    const { id } = await world.order({ list: 'clients' });
    await world.until('done', id);
    const told = await events.live(id, 3);
    expect(told[0]).toEqual({ topic: 'exports', id, act: 'created' });
    expect(told.slice(1).every(({ act }) => act === 'changed')).toBe(true);
  });
});

describe('the exported file', () => {
  it('has no link before it is complete, nor after a failure', async () => {
    const { id } = await world.order({ list: 'clients' });
    await world.until('done', id);
    for (const status of ['waiting', 'running', 'failed']) {
      await records().updateOne({ _id: id }, { $set: { status, object_name: null } as never });
      await expect(world.link(id)).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(world.link(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is deleted when it expires; its record is marked, and deleted after 30 days', async () => {
    const { id } = await world.order({ list: 'clients' });
    const { expires_at } = await world.until('done', id);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const { url } = await world.link(id);
    const folder = join(world.objects, 'docfolio-leads', 'exports');
    const files = async () => (await readdir(folder)).filter((name) => name.startsWith(id));
    expect(await files()).toHaveLength(1);
    await records().updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } });
    await expect(world.link(id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await world.get(id)).status).toBe('expired');
    await jobs.add(clearExports, {});
    await waitFor('the file is removed', async () => (await files()).length === 0);
    await waitFor('it is written down', async () => (await records().findOne({ _id: id }))?.status === 'expired');
    // The link was issued before the file expired.
    await expect(world.follow(url)).rejects.toMatchObject({ code: 'not_found' });
    await records().updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 31 * 24 * 3_600_000) } });
    await jobs.add(clearExports, {});
    await waitFor('the record is forgotten', async () => (await records().countDocuments({ _id: id })) === 0);
  });

  it('is never written for an invalid query: the export fails permanently', async () => {
    const { id } = await world.order({ list: 'clients' });
    await world.until('done', id);
    const record = (await records().findOne({ _id: id }))!;
    const broken = { ...record, _id: randomUUID(), status: 'waiting', object_name: null, query: { sort: 'nonsense' } };
    await records().insertOne(broken as never);
    await jobs.add(writeExport, { id: broken._id }, { id: broken._id });
    await world.until('failed', broken._id);
  });
});
