/**
 * Interrupts a restore at each of its steps, and restores 100,000 records.
 * @subject infra/backup/src/restore infra/backup/src/sources infra/backup/src/archive infra/backup/src/create-backup.ts
 * @everyday infra/backup/src/restore/restore-backup.spec.ts
 */
import { join } from 'node:path';
import { ArchiveReader } from '../archive/archive-reader.js';
import { FolderBackupStore } from '../archive/backup-store.js';
import { createBackup } from '../create-backup.js';
import {
  expectRestored,
  fillTarget,
  folder,
  reader,
  type Side,
  source,
  stores,
  target,
  useRestoredStores,
} from '../testing/restored-stores.js';
import { restoreBackup } from './restore-backup.js';

useRestoredStores();

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
