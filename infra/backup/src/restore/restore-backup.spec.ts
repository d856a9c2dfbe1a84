import { join } from 'node:path';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { ArchiveReader } from '../archive/archive-reader.js';
import { FolderBackupStore } from '../archive/backup-store.js';
import { createBackup } from '../create-backup.js';
import {
  expectRestored,
  fillTarget,
  folder,
  leadsOf,
  reader,
  type Side,
  source,
  stores,
  subscribersOf,
  target,
  useRestoredStores,
} from '../testing/restored-stores.js';
import { discardReplaced, restoreBackup, secretsIn } from './restore-backup.js';

useRestoredStores();

const namesIn = async (database: string) =>
  (await target.client.db(database).listCollections().toArray()).map(({ name }) => name).sort();

it('fills new stores with the backup', async () => {
  expect(await restoreBackup(reader, stores(true))).toEqual({ leftOut: 0 });
  expect(await secretsIn(reader)).toEqual({ linkSecret: 'l' });
  await expectRestored();
});

it('replaces the data of stores that are in use, and keeps it until it is discarded', async () => {
  await fillTarget();
  await restoreBackup(reader, stores(false));
  await expectRestored();
  expect(await namesIn('docfolio_leads')).toEqual(['blog_subscribers', 'leads', 'replaced.leads', 'replaced.projects']);
  expect(await target.client.db('docfolio_leads').collection('replaced.leads').find().toArray()).toEqual([
    { _id: 9_999, email: 'present@example.com' },
  ]);
  expect(await target.redis.exists('gateway:session:2', 'bull:jobs-mail:present')).toBe(0);

  const again = restoreBackup(reader, stores(false));
  expect(await rejectionOf(again)).toMatchObject({ message: expect.stringContaining('--discard-old') });

  expect(await discardReplaced(stores(false))).toBe('2 collections, 3 Redis keys');
  expect(await namesIn('docfolio_leads')).toEqual(['blog_subscribers', 'leads']);
  await restoreBackup(reader, stores(false));
  await expectRestored();
});

it('the restored documents keep their indexes', async () => {
  await restoreBackup(reader, stores(true));
  expect(await leadsOf(target).indexes()).toEqual(await leadsOf(source).indexes());
  expect(await leadsOf(target).indexes()).toHaveLength(4);
  const twice = subscribersOf(target).insertOne({ _id: 'b', email: 'ada@example.com' });
  expect(await rejectionOf(twice)).toMatchObject({ code: 11_000 });
});

describe('an interrupted restore', () => {
  /** Fails after so many calls of `onProgress`, which come with every part and batch. */
  const interruptedAfter = (calls: number) => {
    let left = calls;
    return restoreBackup(reader, stores(false), () => {
      left -= 1;
      if (left < 0) throw new Error('interrupted');
    });
  };

  it('is completed by another run, whether it stopped early or while it replaced data', async () => {
    for (const calls of [1, 6]) {
      await target.redis.flushall();
      for (const name of ['gateway', 'leads', 'content', 'media'])
        await target.client.db(`docfolio_${name}`).dropDatabase();
      await fillTarget();
      const error = await interruptedAfter(calls).then(
        () => undefined,
        (reason: Error) => reason.message,
      );
      expect(error).toBe('interrupted');
      await restoreBackup(reader, stores(false));
      await expectRestored();
      expect(await namesIn('docfolio_leads')).toContain('replaced.projects');
      expect(await namesIn('docfolio_gateway')).toEqual([]);
    }
  });

  it('refuses another backup, and to discard, until it is completed', async () => {
    await fillTarget();
    const { id } = await createBackup({
      store: new FolderBackupStore(join(folder, 'backups')),
      ...{ mongo: source.client, redis: source.redis, objects: { media: source.files } },
      ...{ secrets: {}, platform: '0.1.0', installation: 'abc' },
    });
    const interrupted = restoreBackup(reader, stores(false), (doing) => {
      // The first step of the swap.
      if (doing.startsWith('jobs of the end')) throw new Error('interrupted');
    });
    expect(await rejectionOf(interrupted)).toMatchObject({ message: 'interrupted' });
    const other = await ArchiveReader.open(new FolderBackupStore(join(folder, 'backups')), id);
    const message = expect.stringContaining('Run it again first');
    expect(await rejectionOf(restoreBackup(other, stores(false)))).toMatchObject({ message });
    expect(await rejectionOf(discardReplaced(stores(false)))).toMatchObject({ message });
    await restoreBackup(reader, stores(false));
    await expectRestored();
  });
});

it('of two documents with the same unique value, the one changed last stays', async () => {
  const store = new FolderBackupStore(join(folder, 'moved'));
  await subscribersOf(source).deleteMany({});
  await subscribersOf(source).insertOne({ _id: 'a', email: 'ada@example.com', updated_at: new Date(1_000) });
  const input = {
    ...{ store, mongo: source.client, redis: source.redis, objects: {} },
    ...{ secrets: {}, platform: '0.1.0', installation: 'abc' },
  };
  // The value moves to another document between the reading of the two: the index is added afterwards.
  await subscribersOf(source).dropIndexes();
  await subscribersOf(source).insertMany([
    { _id: 'b', email: 'ada@example.com', updated_at: new Date(3_000) },
    { _id: 'c', email: 'ada@example.com', updated_at: new Date(2_000) },
  ]);
  const { id } = await createBackup(input);
  const moved = await ArchiveReader.open(store, id);
  const part = moved.partsOf('documents').find((each) => each.source === 'docfolio_leads.blog_subscribers')!;
  part.unique_indexes = [{ name: 'email_1', key: { email: 1 } }];
  expect(await restoreBackup(moved, stores(true))).toMatchObject({ leftOut: 2 });
  expect((await subscribersOf(target).find().toArray()).map(({ _id }) => _id)).toEqual(['b']);
});

it.each([1, 100])(
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

it('refuses files of a service that has no object store', async () => {
  const refused = restoreBackup(reader, { ...stores(true), objects: {} });
  expect(await rejectionOf(refused)).toMatchObject({ message: expect.stringContaining('files of media') });
});
