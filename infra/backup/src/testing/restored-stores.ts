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
import type { RestoreTarget } from '../restore/restore-backup.js';
import { type Stores, sourceStores, targetStores } from './stores.js';

export interface Side extends Stores {
  files: FolderObjectStore;
}

export let folder: string;

export let source: Side;

export let target: Side;

export let reader: ArchiveReader;

export async function openSide(name: string, opening: Promise<Stores>): Promise<Side> {
  const stores = await opening;
  const { client, redis } = stores;
  return { client, redis, stop: () => stores.stop(), files: new FolderObjectStore(join(folder, name)) };
}

export const leadsOf = ({ client }: Side) =>
  client.db('docfolio_leads').collection<{ _id: number; email?: string }>('leads');

export const subscribersOf = ({ client }: Side) =>
  client.db('docfolio_leads').collection<{ _id: string; email: string; updated_at?: Date }>('blog_subscribers');

/** Returns the stores that a test restores to. @param isNew whether they are empty and belong to no installation */
export const stores = (isNew: boolean): RestoreTarget => ({
  mongo: { client: target.client, isNew },
  redis: { client: target.redis, isNew },
  objects: { media: target.files },
});

export async function expectRestored(): Promise<void> {
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
export async function fillTarget(): Promise<void> {
  await leadsOf(target).insertOne({ _id: 9_999, email: 'present@example.com' });
  await target.client.db('docfolio_leads').collection('projects').insertOne({ name: 'present' });
  await target.redis.set('gateway:session:2', 'present');
  await target.redis.hset('bull:jobs-mail:present', 'data', '{}');
}

/** Makes a backup of small stores before the tests, and empties the stores to restore to before each. */
export function useRestoredStores(): void {
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
}
