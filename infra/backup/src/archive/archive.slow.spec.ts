/**
 * Derives keys from passphrases, each of which takes a second or more.
 * @subject infra/backup/src/archive/encryption.ts infra/backup/src/archive/archive-reader.ts
 * @everyday infra/backup/src/archive/archive.spec.ts
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter, newBackupId } from './archive-writer.js';
import { FolderBackupStore } from './backup-store.js';
import { type Key, type Lock, PartEncryption } from './encryption.js';
import { jsonLine, jsonLines } from './records.js';

jest.setTimeout(600_000);

const about = { platform: '0.1.0', installation: 'abc', started_at: '2026-11-24T00:00:00Z' };
const rows = Array.from({ length: 5_000 }, (_, index) => ({ _id: `row-${index}`, text: 'ä line\nbreak' }));

let folder: string;
let store: FolderBackupStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
  store = new FolderBackupStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function write(lock?: Lock): Promise<string> {
  const encryption = lock && (await PartEncryption.create(lock));
  const writer = await ArchiveWriter.create(store, newBackupId(new Date()), encryption);
  await writer.add({
    name: 'mongodb/docfolio_leads/leads.jsonl',
    kind: 'documents',
    source: 'docfolio_leads.leads',
    async *content(tally) {
      for (const row of rows) {
        tally.records += 1;
        yield jsonLine(row);
      }
    },
  });
  await writer.add({
    name: 'secrets.json',
    kind: 'secrets',
    source: '',
    compress: false,
    async *content(tally) {
      tally.records = 1;
      yield Buffer.from('{"jwtSecret":"s3cret"}');
    },
  });
  await writer.finish({ ...about, finished_at: '2026-11-24T00:01:00Z' });
  return writer.id;
}

async function readRows(id: string, key?: Key): Promise<object[]> {
  const reader = await ArchiveReader.open(store, id, key);
  const found: object[] = [];
  for await (const row of jsonLines<object>(await reader.read(reader.partsOf('documents')[0]!))) found.push(row);
  return found;
}

const pathOf = (id: string, name: string) => join(folder, id, name);
const leads = 'mongodb/docfolio_leads/leads.jsonl.gz';

async function refusalOf(id: string, key?: Key): Promise<string> {
  const verified = ArchiveReader.open(store, id, key).then((reader) => reader.verify());
  return ((await rejectionOf(verified)) as Error).message;
}

it('an encrypted backup is read with its passphrase, and shows nothing to others', async () => {
  const id = await write({ passphrase: 'correct horse' });
  expect(await readRows(id, { passphrase: 'correct horse' })).toEqual(rows);
  for (const file of ['secrets.json.age', `${leads}.age`])
    expect(readFileSync(pathOf(id, file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(await refusalOf(id, { passphrase: 'wrong' })).toContain('The passphrase is not the one of this backup');
  expect(await refusalOf(id)).toContain('It is encrypted');
});
