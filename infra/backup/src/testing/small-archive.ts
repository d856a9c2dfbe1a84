import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { type Access, ArchiveReader } from '../archive/archive-reader.js';
import { ArchiveWriter, newBackupId } from '../archive/archive-writer.js';
import { FolderBackupStore } from '../archive/backup-store.js';
import { type Lock, PartEncryption } from '../archive/encryption.js';
import { jsonLine, jsonLines } from '../archive/records.js';

export const about = { platform: '0.1.0', installation: 'abc', started_at: '2026-11-24T00:00:00Z' };

export const rows = Array.from({ length: 5_000 }, (_, index) => ({ _id: `row-${index}`, text: 'ä line\nbreak' }));

export let folder: string;

export let store: FolderBackupStore;

export async function write(lock?: Lock): Promise<string> {
  const encryption = lock && (await PartEncryption.create(lock));
  const writer = await ArchiveWriter.create(store, newBackupId(new Date()), encryption);
  await writer.add({
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
    kind: 'secrets',
    source: '',
    async *content(tally) {
      tally.records = 1;
      yield Buffer.from('{"jwtSecret":"s3cret"}');
    },
  });
  await writer.finish({ ...about, finished_at: '2026-11-24T00:01:00Z' });
  return writer.id;
}

export async function readRows(id: string, access?: Access): Promise<object[]> {
  const reader = await ArchiveReader.open(store, id, access);
  const found: object[] = [];
  for await (const row of jsonLines<object>(await reader.read(reader.partsOf('documents')[0]!))) found.push(row);
  return found;
}

export const pathOf = (id: string, name: string) => join(folder, id, name);

export const leads = 'mongodb/docfolio_leads/leads.jsonl.gz';

export async function refusalOf(id: string, access?: Access): Promise<string> {
  const verified = ArchiveReader.open(store, id, access).then((reader) => reader.verify());
  return ((await rejectionOf(verified)) as Error).message;
}

/** Gives each test a folder of backups of its own. */
export function useArchiveFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
    store = new FolderBackupStore(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}
