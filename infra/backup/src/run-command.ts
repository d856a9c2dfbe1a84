import type { Redis } from 'ioredis';
import { type Access, ArchiveReader } from './archive/archive-reader.js';
import type { Manifest } from './archive/manifest.js';
import { BackupError } from './backup-error.js';
import { listBackups, removeOldBackups, startOf } from './backups.js';
import { type BackupInput, type CreatedBackup, createBackup, type Progress } from './create-backup.js';
import { recordFailure, recordSuccess } from './last-backup.js';
import type { BackupCommand } from './options.js';
import { type RestoreTarget, restoreBackup, secretsIn } from './restore/restore-backup.js';
import { RunningBackup } from './running-backup.js';

/** Shows what a long work does. */
export type Say = (doing: string) => void;
/** Runs a step, and prints its name, progress and result. */
export type Step = (name: string, work: (say: Say) => Promise<string>) => Promise<void>;

export type Sources = Omit<BackupInput, 'store' | 'lock' | 'onProgress'>;

/** Shows the progress of a backup in Redis and records how it ended, for the metrics and the System page. */
async function recorded(
  redis: Redis,
  isBesideData: () => boolean,
  make: (report: (progress: Progress) => void) => Promise<CreatedBackup>,
): Promise<CreatedBackup> {
  const running = await RunningBackup.begin(redis, 'starting');
  try {
    const created = await make(({ step, part, parts }) => running.update(step, Math.floor((part / parts) * 100)));
    await recordSuccess(redis, created, isBesideData());
    return created;
  } catch (error) {
    // The failure itself counts, not that Redis may be its cause.
    await recordFailure(redis, error).catch(() => undefined);
    throw error;
  } finally {
    // It expires by itself if Redis is unavailable.
    await running.end().catch(() => undefined);
  }
}

type Place = Pick<BackupCommand, 'store' | 'place'>;

interface Output {
  step: Step;
  print: (line: string) => void;
  /** Whether a backup that was made is on the disk of the data. Default: it is not. */
  isBesideData?: () => boolean;
}

/** Runs `npm run docfolio -- backup`. @param withSources gives `work` the stores of the installation @throws BackupError */
export async function runBackupCommand(
  command: BackupCommand,
  withSources: (work: (sources: Sources) => Promise<void>) => Promise<void>,
  { step, print, isBesideData = () => false }: Output,
): Promise<void> {
  const { store, place } = command;
  if (command.name === 'list') return list(command, print);
  if (command.name === 'verify') {
    const id = command.id ?? (await newestOf(command));
    return step('verify', (say) =>
      command.checksums ? verifyStored(command, id, say) : verify(command, id, command.access, say),
    );
  }
  const { lock, retention } = command;
  await withSources(async (sources) => {
    let created: CreatedBackup | undefined;
    await step('backup', async (say) => {
      created = await recorded(sources.redis, isBesideData, (report) => {
        const onProgress = (progress: Progress) => {
          report(progress);
          say(`${progress.part + 1} of ${progress.parts}: ${progress.source}`);
        };
        return createBackup({ ...sources, store, lock, onProgress });
      });
      return `${created.id}, ${summaryOf(created.manifest)}`;
    });
    print(`\nStored in ${place}/${created!.id}`);
  });
  if (retention)
    await step('keep', async () => {
      const removed = await removeOldBackups(store, retention);
      return removed.length === 0 ? 'nothing to remove' : `removed ${removed.length}: ${removed.join(', ')}`;
    });
}

/**
 * Checks every part of a backup, then restores it.
 * @param platform version of this platform, which must not be older than that of the backup
 * @param withTarget gives `work` the stores, and uses what it restored, with the secrets of the backup
 * @throws BackupError
 */
export async function runRestore(
  command: Place & { id: string; access: Access; platform: string },
  withTarget: (work: (target: RestoreTarget) => Promise<void>, secrets: Record<string, string>) => Promise<void>,
  step: Step,
): Promise<void> {
  let reader: ArchiveReader | undefined;
  await step('verify', async (say) => {
    reader = await verifiedBackup(command, command.id, command.access, say);
    refuseNewer(reader.manifest.platform, command.platform);
    return resultOf(reader, command.access);
  });
  const work = (target: RestoreTarget) =>
    step('restore', async (say) => {
      const { leftOut } = await restoreBackup(reader!, target, say);
      return leftOut === 0 ? 'done' : `done, without ${leftOut} documents that changed during the backup`;
    });
  await withTarget(work, await secretsIn(reader!));
}

async function verify(place: Place, id: string, access: Access, say: Say): Promise<string> {
  return resultOf(await verifiedBackup(place, id, access, say), access);
}

/** Says what a backup holds, and how far it is proved that nobody has changed it. */
function resultOf({ id, manifest, proof }: ArchiveReader, { key }: Access): string {
  const maker = key && 'identity' in key ? ' for this key, by any holder of its public key' : '';
  const proved = {
    seal: `all as sealed${maker}`,
    encryption: 'all as written. It has no seal: nothing proves that no part is missing or exchanged',
    none: 'all as written. It is not encrypted: nothing proves who wrote it',
  }[proof];
  return `${id}: ${summaryOf(manifest)}, ${proved}`;
}

/** Checks sizes and checksums of a backup, without the key of an encrypted one. @throws BackupError */
async function verifyStored({ store, place }: Place, id: string, say: Say): Promise<string> {
  const manifest = await usable(`${place}/${id}`, () => ArchiveReader.verifyStored(store, id, ({ name }) => say(name)));
  return `${id}: ${summaryOf(manifest)}, all sizes and checksums as written`;
}

async function usable<T>(backup: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BackupError) throw new BackupError(`${backup} cannot be used. ${error.message}`);
    throw error;
  }
}

/** Opens a backup, and reads all of it back. @throws BackupError that says why it cannot be used */
async function verifiedBackup({ store, place }: Place, id: string, access: Access, say: Say): Promise<ArchiveReader> {
  return usable(`${place}/${id}`, async () => {
    const reader = await ArchiveReader.open(store, id, access);
    await reader.verify(({ name }) => say(name));
    return reader;
  });
}

/** @throws BackupError if the backup is of a newer version, whose data this one may not understand */
function refuseNewer(made: string, own: string): void {
  const order = made.localeCompare(own, 'en', { numeric: true });
  if (order > 0)
    throw new BackupError(`It was made by Docfolio ${made}, and this is ${own}. Restore it with ${made} or newer.`);
}

async function newestOf({ store, place }: BackupCommand): Promise<string> {
  const newest = (await listBackups(store)).filter(({ isComplete }) => isComplete).at(-1);
  if (!newest) throw new BackupError(`${place} holds no complete backup.`);
  return newest.id;
}

async function list({ store, place }: BackupCommand, print: (line: string) => void): Promise<void> {
  const backups = await listBackups(store);
  if (backups.length === 0) print(`${place} holds no backups.`);
  for (const { id, isComplete } of backups)
    print(
      `${id}  ${startOf(id)!.toISOString()}  ${isComplete ? 'complete' : 'incomplete: interrupted, or still written'}`,
    );
}

/** Returns what a backup holds, in words. */
export function summaryOf({ parts, encrypted }: Manifest): string {
  const documents = parts.filter(({ kind }) => kind === 'documents').reduce((sum, { records }) => sum + records, 0);
  const files = parts.filter(({ kind }) => kind === 'objects').reduce((sum, { records }) => sum + records, 0);
  const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
  const counted = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
  const size = `${megabytes.toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
  return `${counted(documents, 'document')}, ${counted(files, 'file')}, ${size}${encrypted ? ', encrypted' : ''}`;
}
