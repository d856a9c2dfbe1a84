import type { BackupStore } from './archive/backup-store.js';
import { manifestName } from './archive/manifest.js';
import { BackupError } from './backup-error.js';

/** Backups to keep: the last one of each of the last N days, weeks (from Monday) and months that have one, in UTC. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Age in ms from which a backup without a manifest is no longer being written. */
const abandonedAge = 24 * 60 * 60 * 1_000;

const idPattern = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{6}$/;

/** Returns when a backup started; undefined if this is not the id of one. */
export function startOf(id: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = (idPattern.exec(id) ?? []).map(Number);
  if (year === undefined) return undefined;
  return new Date(Date.UTC(year, month! - 1, day, hour, minute, second));
}

/** Returns the ids of backups, oldest first, and whether each is complete. Files of others are left alone. */
export async function listBackups(store: BackupStore): Promise<{ id: string; isComplete: boolean }[]> {
  const found = new Map<string, boolean>();
  for await (const name of store.list('')) {
    const id = name.split('/')[0]!;
    if (!startOf(id)) continue;
    found.set(id, found.get(id) === true || name === `${id}/${manifestName}`);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, isComplete]) => ({ id, isComplete }));
}

/** Removes the manifest first: what is left of an interrupted removal is an incomplete backup. */
export async function removeBackup(store: BackupStore, id: string): Promise<void> {
  await store.remove(`${id}/${manifestName}`);
  const names: string[] = [];
  for await (const name of store.list(`${id}/`)) names.push(name);
  for (const name of names) await store.remove(name);
}

/** Parses a retention such as `7d,4w,12m`. @throws BackupError */
export function parseRetention(given: string): Retention {
  const retention: Retention = { days: 0, weeks: 0, months: 0 };
  for (const each of given.split(',')) {
    const [, count, unit] = /^(\d{1,4})([dwm])$/.exec(each.trim()) ?? [];
    if (!count) throw new BackupError(`--keep ${given}: expected days, weeks and months, such as 7d,4w,12m.`);
    retention[unit === 'd' ? 'days' : unit === 'w' ? 'weeks' : 'months'] = Number(count);
  }
  if (Object.values(retention).every((count) => count === 0)) throw new BackupError(`--keep ${given} keeps nothing.`);
  return retention;
}

/** Returns which of the backups (ids, oldest first) a retention keeps. The newest is always one of them. */
export function keptBackups(ids: readonly string[], { days, weeks, months }: Retention): Set<string> {
  const kept = new Set(ids.slice(-1));
  const keepLastOf = (count: number, periodOf: (start: Date) => string) => {
    const last = new Map(ids.map((id) => [periodOf(startOf(id)!), id]));
    const newestFirst = [...last.values()].reverse();
    for (const id of newestFirst.slice(0, count)) kept.add(id);
  };
  keepLastOf(days, (start) => start.toISOString().slice(0, 10));
  keepLastOf(weeks, mondayOf);
  keepLastOf(months, (start) => start.toISOString().slice(0, 7));
  return kept;
}

/**
 * Removes complete backups that the retention does not keep, and what interrupted ones left a day ago.
 * @returns the ids of those removed
 */
export async function removeOldBackups(store: BackupStore, retention: Retention, now = new Date()): Promise<string[]> {
  const backups = await listBackups(store);
  const complete = backups.filter(({ isComplete }) => isComplete).map(({ id }) => id);
  const kept = keptBackups(complete, retention);
  const removed = backups
    .filter(({ id, isComplete }) =>
      isComplete ? !kept.has(id) : now.getTime() - startOf(id)!.getTime() > abandonedAge,
    )
    .map(({ id }) => id);
  for (const id of removed) await removeBackup(store, id);
  return removed;
}

function mondayOf(start: Date): string {
  const monday = new Date(start);
  monday.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}
