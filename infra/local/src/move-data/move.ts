import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveReader } from '@docfolio/backup/archive/archive-reader';
import { FolderBackupStore } from '@docfolio/backup/archive/backup-store';
import { BackupError } from '@docfolio/backup/backup-error';
import { listBackups } from '@docfolio/backup/backups';
import { createBackup, type Progress } from '@docfolio/backup/create-backup';
import { refuseOtherClients } from '@docfolio/backup/restore/other-clients';
import { interruptedRestore, type RestoreTarget, restoreBackup } from '@docfolio/backup/restore/restore-backup';
import { type Sources, type Step, summaryOf } from '@docfolio/backup/run-command';
import { collectionsOf } from '@docfolio/backup/sources/documents';

export interface Move {
  /** Stores to move; files only if they get a new object store. */
  sources: Sources;
  /** Redis is left out if the target uses the same one. */
  target: RestoreTarget;
  /** Folder for the backup that is restored to the target. It is removed at the end. */
  folder: string;
  /** Whether data in the target may be replaced. It is kept there until `npm run docfolio -- restore --discard-old`. */
  overwrite: boolean;
}

/**
 * Moves an installation: a backup of it, restored to other stores. A run that was interrupted while it replaced the
 * target's data is completed by the next one. @throws BackupError if the target has data, or Docfolio runs on it
 */
export async function move({ sources, target, folder, overwrite }: Move, step: Step): Promise<void> {
  const store = new FolderBackupStore(folder);
  const interrupted = await interruptedRestore(target.mongo.client);
  if (target.redis) await refuseOtherClients(target.redis.client);
  if (!interrupted && !overwrite) await refuseData(target);
  let id = interrupted;
  if (!id) {
    rmSync(folder, { recursive: true, force: true });
    await step('backup', async (say) => {
      const onProgress = ({ source, part, parts }: Progress) => say(`${part + 1} of ${parts}: ${source}`);
      const created = await createBackup({ ...sources, store, onProgress });
      id = created.id;
      return summaryOf(created.manifest);
    });
  } else if (!(await listBackups(store)).some(({ id: kept, isComplete }) => kept === id && isComplete)) {
    throw new BackupError(`The target is in the middle of a restore of ${id}. Complete that one first.`);
  }
  const reader = await ArchiveReader.open(store, id!);
  await step('verify', async (say) => {
    await reader.verify(({ name }) => say(name));
    return 'all as written';
  });
  await step('restore', async (say) => {
    await restoreBackup(reader, target, say);
    return interrupted ? 'the interrupted run is completed' : 'done';
  });
  rmSync(folder, { recursive: true, force: true });
}

/** The processes of the target create empty collections when they start: only documents count. */
async function refuseData({ mongo, redis }: RestoreTarget): Promise<void> {
  const filled: string[] = [];
  for (const collection of await collectionsOf(mongo.client))
    if ((await collection.findOne({}, { projection: { _id: 1 } })) !== null) filled.push(collection.namespace);
  const keys = redis ? await redis.client.dbsize() : 0;
  if (filled.length === 0 && keys === 0) return;
  const held = [
    ...(filled.length > 0 ? [`documents in ${filled.join(', ')}`] : []),
    ...(keys > 0 ? [`${keys} Redis keys`] : []),
  ];
  throw new BackupError(
    `The target holds ${held.join(', and ')}. With --overwrite they are replaced, and kept there until they are discarded.`,
  );
}

/** Returns the folder of a move's backup. */
export const moveFolder = (dataDir: string) => join(dataDir, 'moving');
