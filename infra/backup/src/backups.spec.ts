import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderBackupStore } from './archive/backup-store.js';
import { keptBackups, listBackups, parseRetention, removeOldBackups } from './backups.js';

const idAt = (time: string) => `${time.replace(/[-:]/g, '')}-0a1b2c`;

/** An id for noon of each day, oldest first. */
const daily = (from: string, days: number) =>
  Array.from({ length: days }, (_, day) => {
    const date = new Date(Date.parse(`${from}T12:00:00Z`) + day * 86_400_000);
    return idAt(date.toISOString().replace('.000', ''));
  });

describe('a retention', () => {
  it('is written as days, weeks and months', () => {
    expect(parseRetention('7d,4w,12m')).toEqual({ days: 7, weeks: 4, months: 12 });
    expect(parseRetention('2w')).toEqual({ days: 0, weeks: 2, months: 0 });
    for (const wrong of ['', '7', '7y', '-1d', '0d', 'd', '7d,,1w'])
      expect(() => parseRetention(wrong)).toThrow('--keep');
  });

  it('keeps the last backup of each day, week and month', () => {
    const ids = daily('2026-01-01', 100);
    expect(ids.at(-1)).toBe(idAt('2026-04-10T12:00:00Z'));
    const kept = keptBackups(ids, { days: 2, weeks: 3, months: 3 });
    expect([...kept].sort()).toEqual(
      // The last of February; of two weeks, which end on Sundays; of March and the last two days.
      ['2026-02-28', '2026-03-29', '2026-03-31', '2026-04-05', '2026-04-09', '2026-04-10'].map((day) =>
        idAt(`${day}T12:00:00Z`),
      ),
    );
  });

  it('keeps the newest of several on a day, and the only one', () => {
    const [morning, evening] = [idAt('2026-01-01T06:00:00Z'), idAt('2026-01-01T18:00:00Z')];
    expect([...keptBackups([morning, evening], { days: 7, weeks: 0, months: 0 })]).toEqual([evening]);
    expect([...keptBackups([morning], { days: 0, weeks: 0, months: 1 })]).toEqual([morning]);
    expect(keptBackups([], { days: 1, weeks: 1, months: 1 }).size).toBe(0);
  });
});

describe('the backups of a store', () => {
  let folder: string;
  let store: FolderBackupStore;
  const write = (name: string) => store.put(name, Readable.from([Buffer.from('x')]));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
    store = new FolderBackupStore(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are listed, complete or not, and removed once they are old', async () => {
    const [first, second, interrupted, running] = [
      idAt('2026-01-01T00:00:00Z'),
      idAt('2026-01-02T00:00:00Z'),
      idAt('2026-01-03T00:00:00Z'),
      idAt('2026-01-04T23:00:00Z'),
    ] as const;
    for (const id of [first, second]) {
      await write(`${id}/mongodb/docfolio_leads/leads.jsonl.gz`);
      await write(`${id}/manifest.json`);
    }
    for (const id of [interrupted, running]) await write(`${id}/redis/start.jsonl.gz`);
    await write('notes.txt');
    expect(await listBackups(store)).toEqual([
      { id: first, isComplete: true },
      { id: second, isComplete: true },
      { id: interrupted, isComplete: false },
      { id: running, isComplete: false },
    ]);
    const now = new Date('2026-01-05T00:00:00Z');
    expect(await removeOldBackups(store, { days: 1, weeks: 0, months: 0 }, now)).toEqual([first, interrupted]);
    const names: string[] = [];
    for await (const name of store.list('')) names.push(name);
    expect(names).toEqual([
      `${second}/manifest.json`,
      `${second}/mongodb/docfolio_leads/leads.jsonl.gz`,
      `${running}/redis/start.jsonl.gz`,
      'notes.txt',
    ]);
  });
});
