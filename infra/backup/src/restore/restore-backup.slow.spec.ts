/**
 * Interrupts a restore at each of its steps, and restores 100,000 records.
 * @subject infra/backup/src/restore infra/backup/src/sources infra/backup/src/archive infra/backup/src/create-backup.ts
 * @everyday infra/backup/src/restore/restore-backup.spec.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { openQueue } from '@docfolio/service-kit/queue';
import { Double } from 'mongodb';
import { ArchiveReader } from '../archive/archive-reader.js';
import { FolderBackupStore } from '../archive/backup-store.js';
import { createBackup } from '../create-backup.js';
import { type Stores, sourceStores, targetStores } from '../testing/stores.js';
import { type RestoreTarget, restoreBackup } from './restore-backup.js';

interface Side extends Stores {
  files: FolderObjectStore;
}

let folder: string;
let source: Side;
let target: Side;
let reader: ArchiveReader;

async function openSide(name: string, opening: Promise<Stores>): Promise<Side> {
  const stores = await opening;
  const { client, redis } = stores;
  return { client, redis, stop: () => stores.stop(), files: new FolderObjectStore(join(folder, name)) };
}

const leadsOf = ({ client }: Side) => client.db('docfolio_leads').collection<{ _id: number; email?: string }>('leads');
const subscribersOf = ({ client }: Side) =>
  client.db('docfolio_leads').collection<{ _id: string; email: string; updated_at?: Date }>('blog_subscribers');

const stores = (isNew: boolean): RestoreTarget => ({
  mongo: { client: target.client, isNew },
  redis: { client: target.redis, isNew },
  objects: { media: target.files },
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-restore-'));
  [source, target] = await Promise.all([openSide('source', sourceStores()), openSide('target', targetStores())]);
  await leadsOf(source).insertMany(Array.from({ length: 1_200 }, (_, _id) => ({ _id, email: `${_id}@example.com` })));
  await source.client
    .db('docfolio_content')
    .collection('posts')
    .insertOne({ score: new Double(1), at: new Date(5) });
  await leadsOf(source).createIndex(
    { email: 1, _id: -1 },
    { name: 'by_email', partialFilterExpression: { _id: { $gt: 5 } } },
  );
  await leadsOf(source).createIndex({ at: 1 }, { name: 'expiry', expireAfterSeconds: 60 });
  await leadsOf(source).createIndex(
    { deleted_at: -1 },
    { name: 'tombstones', partialFilterExpression: { deleted_at: { $gt: new Date(0) } } },
  );
  await source.client.db('docfolio_media').createCollection('images');
  await subscribersOf(source).createIndex({ email: 1 }, { unique: true });
  await subscribersOf(source).insertOne({ _id: 'a', email: 'ada@example.com' });
  const queue = openQueue('jobs-mail', source.redis);
  await queue.add('send', { to: 'ada' }, { jobId: 'm_1' });
  await queue.close();
  await source.redis.set('gateway:session:1', 'open');
  await source.files.put('2026/image.png', Buffer.from('pixels'), { contentType: 'image/png' });
  const { id } = await createBackup({
    store: new FolderBackupStore(join(folder, 'backups')),
    ...{ mongo: source.client, redis: source.redis, objects: { media: source.files } },
    ...{ secrets: { linkSecret: 'l' }, platform: '0.1.0', installation: 'abc' },
  });
  reader = await ArchiveReader.open(new FolderBackupStore(join(folder, 'backups')), id);
});
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of ['gateway', 'leads', 'content', 'media'])
    await target.client.db(`docfolio_${name}`).dropDatabase();
  await target.redis.flushall();
  rmSync(join(folder, 'target'), { recursive: true, force: true });
});

async function expectRestored(): Promise<void> {
  expect(await leadsOf(target).countDocuments()).toBe(1_200);
  expect(await leadsOf(target).findOne({ _id: 1_199 })).toEqual({ _id: 1_199, email: '1199@example.com' });
  const post = await target.client.db('docfolio_content').collection('posts').findOne({}, { promoteValues: false });
  expect(post).toMatchObject({ score: new Double(1), at: new Date(5) });
  const names = await target.client.db('docfolio_media').listCollections().toArray();
  expect(names.map(({ name }) => name)).toContain('images');
  const queue = openQueue('jobs-mail', target.redis);
  expect((await queue.getWaiting()).map(({ id, data }) => [id, data])).toEqual([['m_1', { to: 'ada' }]]);
  await queue.close();
  expect(await target.redis.get('gateway:session:1')).toBe('open');
  expect(await text(await target.files.get('2026/image.png'))).toBe('pixels');
  expect(await target.files.stat('2026/image.png')).toMatchObject({ contentType: 'image/png' });
}

/** Writes other data, which the restore replaces. */
async function fillTarget(): Promise<void> {
  await leadsOf(target).insertOne({ _id: 9_999, email: 'present@example.com' });
  await target.client.db('docfolio_leads').collection('projects').insertOne({ name: 'present' });
  await target.redis.set('gateway:session:2', 'present');
  await target.redis.hset('bull:jobs-mail:present', 'data', '{}');
}

const namesIn = async (database: string) =>
  (await target.client.db(database).listCollections().toArray()).map(({ name }) => name).sort();

describe('an interrupted restore', () => {
  /** Fails after so many calls of `onProgress`, which come with every part and batch. */
  const interruptedAfter = (calls: number) => {
    let left = calls;
    return restoreBackup(reader, stores(false), () => {
      left -= 1;
      if (left < 0) throw new Error('interrupted');
    });
  };

  it('is completed by another run, wherever it stopped', async () => {
    let interruptions = 0;
    for (let calls = 0; ; calls += 1) {
      await target.redis.flushall();
      for (const name of ['gateway', 'leads', 'content', 'media'])
        await target.client.db(`docfolio_${name}`).dropDatabase();
      await fillTarget();
      const error = await interruptedAfter(calls).then(
        () => undefined,
        (reason: Error) => reason.message,
      );
      if (error === undefined) break;
      expect(error).toBe('interrupted');
      interruptions += 1;
      await restoreBackup(reader, stores(false));
      await expectRestored();
      expect(await namesIn('docfolio_leads')).toContain('replaced.projects');
      expect(await namesIn('docfolio_gateway')).toEqual([]);
    }
    expect(interruptions).toBeGreaterThan(6);
  });
});

it.each([100_000])(
  '%d records come back, each once',
  async (count) => {
    const mailsOf = ({ client }: Side) => client.db('docfolio_notifications').collection<{ _id: number }>('mails');
    await Promise.all([source, target].map((side) => mailsOf(side).deleteMany({})));
    await mailsOf(source).insertMany(Array.from({ length: count }, (_, _id) => ({ _id, text: `Mail ${_id}` })));
    const store = new FolderBackupStore(join(folder, `of-${count}`));
    const { id } = await createBackup({
      ...{ store, mongo: source.client, redis: source.redis, objects: { media: source.files } },
      ...{ secrets: {}, platform: '0.1.0', installation: 'abc' },
    });
    const backup = await ArchiveReader.open(store, id);
    await backup.verify();
    await target.client.db('docfolio_notifications').dropDatabase();
    await restoreBackup(backup, stores(true));
    expect(await mailsOf(target).countDocuments()).toBe(count);
    const sums = await mailsOf(target)
      .aggregate([{ $group: { _id: null, sum: { $sum: '$_id' } } }])
      .toArray();
    expect(sums).toEqual([{ _id: null, sum: (count * (count - 1)) / 2 }]);
    await mailsOf(source).deleteMany({});
  },
  180_000,
);
