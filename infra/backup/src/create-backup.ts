import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import type { Redis } from 'ioredis';
import type { MongoClient } from 'mongodb';
import { ArchiveWriter, newBackupId } from './archive/archive-writer.js';
import type { BackupStore } from './archive/backup-store.js';
import { type Lock, PartEncryption } from './archive/encryption.js';
import type { Manifest } from './archive/manifest.js';
import { removeBackup } from './backups.js';
import { collectionsOf, documentLines, indexesOf } from './sources/documents.js';
import { objectArchive } from './sources/objects.js';
import { redisLines } from './sources/redis.js';

export interface BackupInput {
  store: BackupStore;
  mongo: MongoClient;
  redis: Redis;
  /** Files by the service that owns them. */
  objects: Readonly<Record<string, ObjectStore>>;
  secrets: Readonly<Record<string, string>>;
  /** Version of the platform. */
  platform: string;
  /** Id of the installation. */
  installation: string;
  /** Without it, everything is stored as plain text, secrets included. */
  lock?: Lock | undefined;
  /** Is called as the backup goes on. */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  step: 'jobs' | 'documents' | 'objects';
  /** Name of the next part, for people. */
  source: string;
  /** Its number, from 0, of `parts` in all. */
  part: number;
  parts: number;
}

export interface CreatedBackup {
  id: string;
  manifest: Manifest;
}

/** ms by which the clocks of machines may differ: jobs that finished so shortly before the start are kept, too. */
const clockTolerance = 60_000;

/**
 * Makes a backup while the platform runs. Everything acknowledged before it started is in it: a job is read before the
 * documents that it may write, and again at the end if it finished since, and handlers do no work twice.
 * @throws Error if a source cannot be read or the backup not be stored; then nothing of it stays
 */
export async function createBackup(input: BackupInput): Promise<CreatedBackup> {
  const startedAt = new Date();
  const id = newBackupId(startedAt);
  try {
    return { id, manifest: await writeBackup(input, id, startedAt) };
  } catch (error) {
    // What cannot be removed now has no manifest: `removeOldBackups` removes it later.
    await removeBackup(input.store, id).catch(() => undefined);
    throw error;
  }
}

async function writeBackup(input: BackupInput, id: string, startedAt: Date): Promise<Manifest> {
  const { store, mongo, redis, objects, secrets, platform, installation, lock, onProgress } = input;
  const writer = await ArchiveWriter.create(store, id, lock && (await PartEncryption.create(lock)));
  const collections = await collectionsOf(mongo);
  const parts = collections.length + Object.keys(objects).length + 3;
  let part = 0;
  const begin = (step: Progress['step'], source: string) => onProgress?.({ step, source, part: part++, parts });

  const addJobs = (moment: 'start' | 'end', finishedSince?: Date) => {
    begin('jobs', `jobs at the ${moment}`);
    return writer.add({
      kind: 'redis',
      source: moment,
      content: (tally) => redisLines(redis, tally, finishedSince),
    });
  };
  await addJobs('start');
  for (const collection of collections) {
    begin('documents', collection.namespace);
    await writer.add({
      kind: 'documents',
      source: collection.namespace,
      content: (tally) => documentLines(collection, tally),
      indexes: await indexesOf(collection),
    });
  }
  for (const [owner, files] of Object.entries(objects)) {
    begin('objects', `files of ${owner}`);
    await writer.add({
      kind: 'objects',
      source: owner,
      content: (tally) => objectArchive(files, tally),
    });
  }
  await addJobs('end', new Date(startedAt.getTime() - clockTolerance));
  begin('jobs', 'secrets');
  await writer.add({
    kind: 'secrets',
    source: '',
    async *content(tally) {
      tally.records = 1;
      yield Buffer.from(JSON.stringify(secrets));
    },
  });
  const [started_at, finished_at] = [startedAt, new Date()].map((date) => date.toISOString()) as [string, string];
  return writer.finish({ platform, installation, started_at, finished_at });
}
