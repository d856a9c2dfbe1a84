import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { openQueue } from '@docfolio/service-kit/queue';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import type { Redis } from 'ioredis';
import type { MongoClient } from 'mongodb';
import { ArchiveReader } from './archive/archive-reader.js';
import { FolderBackupStore } from './archive/backup-store.js';
import type { Part } from './archive/manifest.js';
import { jsonLines } from './archive/records.js';
import { listBackups } from './backups.js';
import { type BackupInput, createBackup, type Progress } from './create-backup.js';
import type { RedisRecord } from './sources/redis.js';
import { type Stores, sourceStores } from './testing/stores.js';

const secrets = { jwtSecret: 'a', bytesSecret: 'b', linkSecret: 'c' };

let stores: Stores;
let client: MongoClient;
let redis: Redis;
let folder: string;
let input: BackupInput;

beforeAll(async () => {
  stores = await sourceStores();
  ({ client, redis } = stores);
  folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
  const files = new FolderObjectStore(join(folder, 'files'));
  await files.put('image.png', Buffer.from('pixels'), { contentType: 'image/png' });
  input = {
    store: new FolderBackupStore(join(folder, 'backups')),
    mongo: client,
    redis,
    objects: { media: files },
    secrets,
    platform: '0.1.0',
    installation: 'abc',
  };
});
afterAll(async () => {
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
});

const leads = () => client.db('docfolio_leads').collection<{ _id: number }>('leads');

async function linesOf<T>(reader: ArchiveReader, part: Part): Promise<T[]> {
  const found: T[] = [];
  for await (const line of jsonLines<T>(await reader.read(part))) found.push(line);
  return found;
}

it('a backup has all that was acknowledged before it started, though writes go on', async () => {
  const queue = openQueue('submissions-leads', redis);
  const before = 2_000;
  await leads().insertMany(Array.from({ length: before }, (_, _id) => ({ _id })));
  for (let index = 0; index < 50; index += 1) await queue.add('submission', { index }, { jobId: `s_${index}` });

  let isOver = false;
  let inserted = before;
  const writeOn = async () => {
    // Each round stores a document for a job, and removes the job, as a service does with a submission.
    for (let index = 0; !isOver; index += 1) {
      await leads().insertOne({ _id: inserted++ });
      if (index < 50) await queue.remove(`s_${index}`);
    }
  };
  const writing = writeOn();
  const { id, manifest } = await createBackup(input);
  isOver = true;
  await writing;
  await queue.close();

  const reader = await ArchiveReader.open(input.store, id);
  await reader.verify();
  const ids = (await linesOf<{ _id: { $numberInt: string } }>(reader, reader.partsOf('documents')[0]!)).map(({ _id }) =>
    Number(_id.$numberInt),
  );
  expect(ids.slice(0, before)).toEqual(Array.from({ length: before }, (_, index) => index));
  const [start] = reader.partsOf('redis');
  const jobs = await linesOf<RedisRecord>(reader, start!);
  const documents = new Set(ids);
  // A job that is gone was done before its snapshot, so that its document is there.
  for (let index = 0; index < 50; index += 1) {
    const isThere = jobs.some((record) => record.kind === 'job' && record.id === `s_${index}`);
    expect(isThere || documents.has(before + index)).toBe(true);
  }
  expect(await json(await reader.read(reader.partsOf('secrets')[0]!))).toEqual(secrets);
  expect(reader.partsOf('objects').map(({ records }) => records)).toEqual([1]);
  expect(Date.parse(manifest.finished_at)).toBeGreaterThanOrEqual(Date.parse(manifest.started_at));
});

it('a backup reports its progress', async () => {
  const seen: Progress[] = [];
  await createBackup({ ...input, onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([
    { step: 'jobs', source: 'jobs at the start', part: 0, parts: 5 },
    { step: 'documents', source: 'docfolio_leads.leads', part: 1, parts: 5 },
    { step: 'objects', source: 'files of media', part: 2, parts: 5 },
    { step: 'jobs', source: 'jobs at the end', part: 3, parts: 5 },
    { step: 'jobs', source: 'secrets', part: 4, parts: 5 },
  ]);
});

it('nothing stays of a backup that fails', async () => {
  const before = await listBackups(input.store);
  const files = new FolderObjectStore(join(folder, 'files'));
  files.get = () => Promise.reject(new Error('disk error'));
  const failing = createBackup({ ...input, objects: { media: files } });
  expect(await rejectionOf(failing)).toMatchObject({ message: 'disk error' });
  expect(await listBackups(input.store)).toEqual(before);
});
