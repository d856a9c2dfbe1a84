import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import type { Redis } from 'ioredis';
import type { Db, MongoClient } from 'mongodb';
import { z } from 'zod';
import type { ArchiveReader } from '../archive/archive-reader.js';
import type { Part } from '../archive/manifest.js';
import { boundedText, jsonLines } from '../archive/records.js';
import { BackupError } from '../backup-error.js';
import { stagingPrefixes } from '../sources/collections.js';
import type { RedisRecord } from '../sources/redis.js';
import {
  dropReplaced,
  dropRestoring,
  plannedRenamings,
  type Renaming,
  rename,
  replacedCollections,
} from './replaced-collections.js';
import { countReplacedKeys, discardReplacedKeys, moveKeysAway } from './replaced-redis.js';
import { createIndexes, restoreDocuments } from './restore-documents.js';
import { restoreObjects } from './restore-objects.js';
import { restoreRedis } from './restore-redis.js';

/**
 * The stores that a backup is restored to. `isNew`: nothing was in it before, so nothing has to be kept. The files of
 * object stores are not replaced by others: a name is used once.
 */
export interface RestoreTarget {
  mongo: { client: MongoClient; isNew: boolean };
  /** Without it, jobs and other keys are not restored. */
  redis?: { client: Redis; isNew: boolean } | undefined;
  objects: Readonly<Record<string, ObjectStore>>;
}

/** Says what is done at the moment. */
export type OnProgress = (doing: string) => void;

export interface Restored {
  /** Documents left out: their unique value was in another document, too, which was changed later. */
  leftOut: number;
}

/** Progress of a restore into a database that is in use, in a collection of its own: `copying` starts from the beginning. */
interface Journal {
  _id: 'restore';
  backup: string;
  state: 'copying' | 'swapping';
  renamings?: Renaming[];
}

const journalName = 'restore_journal';
const journalOf = (client: MongoClient) => client.db('docfolio_gateway').collection<Journal>(journalName);

/**
 * Restores a backup that was verified. In a store that is in use, the restored data is written beside, takes the place of
 * the present data, and that is kept until `discardReplaced`. If it is interrupted, call it again with the same backup.
 * @throws BackupError if Docfolio still runs on the stores, or the data that an earlier restore replaced is still there
 */
export async function restoreBackup(
  reader: ArchiveReader,
  target: RestoreTarget,
  onProgress: OnProgress = () => undefined,
): Promise<Restored> {
  refuseUnknownOwners(reader, target);
  const { client, isNew } = target.mongo;
  const journal = isNew ? null : await journalOf(client).findOne({ _id: 'restore' });
  if (journal?.state === 'swapping' && journal.backup !== reader.id)
    throw new BackupError(`A restore of ${journal.backup} was interrupted. Run it again first.`);
  let leftOut = 0;
  if (journal?.state !== 'swapping') {
    await refuseReplacedData(target);
    leftOut = await copy(reader, target, onProgress);
  }
  await swap(reader, target, journal, onProgress);
  return { leftOut };
}

const secrets = z.record(z.string(), z.string());
/** Bytes of all secrets, which have under 2 KB. */
const secretsLimit = 64 * 1024;

/** Returns the secrets in a backup, by name. @throws BackupError if there is something else */
export async function secretsIn(reader: ArchiveReader): Promise<Record<string, string>> {
  const [part] = reader.partsOf('secrets');
  if (!part) return {};
  const json = await boundedText(part.name, await reader.read(part), secretsLimit);
  try {
    return secrets.parse(JSON.parse(json));
  } catch {
    throw new BackupError(`${part.name} is damaged: it holds no secrets.`);
  }
}

/** Removes the data that a restore replaced. @returns what was removed, in words */
export async function discardReplaced({ mongo, redis }: RestoreTarget): Promise<string> {
  if (!mongo.isNew && (await journalOf(mongo.client).findOne({ _id: 'restore' })))
    throw new BackupError('A restore was interrupted. Run it again first.');
  const collections = mongo.isNew ? [] : await replacedCollections(mongo.client);
  if (!mongo.isNew) await dropReplaced(mongo.client);
  const keys = !redis || redis.isNew ? 0 : await discardReplacedKeys(redis.client);
  return `${collections.length} collections, ${keys.toLocaleString('en-US')} Redis keys`;
}

/** Returns the id of a backup whose restore was interrupted while it replaced the data. */
export async function interruptedRestore(client: MongoClient): Promise<string | undefined> {
  const journal = await journalOf(client).findOne({ _id: 'restore' });
  return journal?.state === 'swapping' ? journal.backup : undefined;
}

function refuseUnknownOwners(reader: ArchiveReader, { objects }: RestoreTarget): void {
  const unknown = reader.partsOf('objects').find(({ source }) => !objects[source]);
  if (unknown) throw new BackupError(`It holds files of ${unknown.source}, for which there is no object store here.`);
}

async function refuseReplacedData({ mongo, redis }: RestoreTarget): Promise<void> {
  const collections = mongo.isNew ? [] : await replacedCollections(mongo.client);
  const keys = !redis || redis.isNew ? 0 : await countReplacedKeys(redis.client);
  if (collections.length > 0 || keys > 0)
    throw new BackupError(
      'The data that an earlier restore replaced is still there. Remove it with --discard-old, then restore.',
    );
}

async function copy(reader: ArchiveReader, { mongo, objects }: RestoreTarget, onProgress: OnProgress): Promise<number> {
  const prefix = mongo.isNew ? '' : stagingPrefixes.restoring;
  if (!mongo.isNew) {
    await journalOf(mongo.client).replaceOne(
      { _id: 'restore' },
      { backup: reader.id, state: 'copying' },
      { upsert: true },
    );
    await dropRestoring(mongo.client);
  }
  let leftOut = 0;
  for (const part of reader.partsOf('documents')) {
    const dot = part.source.indexOf('.');
    const [database, name] = [part.source.slice(0, dot), part.source.slice(dot + 1)];
    const place = { database: mongo.client.db(database), name: `${prefix}${name}` };
    const say = counted(part, onProgress);
    const omitted = await restoreDocuments(await reader.read(part), place, part.unique_indexes ?? [], say);
    await refuseMissing(place, part.records - omitted);
    const indexes = part.indexes ?? [];
    if (indexes.length > 0) onProgress(`${part.source}: ${indexes.length} indexes`);
    await createIndexes(place.database.collection(place.name), indexes, false);
    leftOut += omitted;
  }
  for (const part of reader.partsOf('objects'))
    await restoreObjects(await reader.read(part), objects[part.source]!, counted(part, onProgress));
  return leftOut;
}

/** @throws BackupError before anything is replaced, if the database does not have what was written */
async function refuseMissing({ database, name }: { database: Db; name: string }, expected: number): Promise<void> {
  const found = await database.collection(name).countDocuments();
  if (found !== expected)
    throw new BackupError(
      `${database.databaseName}.${name} has ${found} of ${expected} documents after they were written.`,
    );
}

async function swap(
  reader: ArchiveReader,
  { mongo, redis }: RestoreTarget,
  journal: Journal | null,
  onProgress: OnProgress,
): Promise<void> {
  let renamings = journal?.renamings;
  if (!mongo.isNew && !renamings) {
    renamings = await plannedRenamings(mongo.client, journalName);
    await journalOf(mongo.client).replaceOne(
      { _id: 'restore' },
      { backup: reader.id, state: 'swapping', renamings },
      { upsert: true },
    );
  }
  if (redis) {
    if (!redis.isNew) await moveKeysAway(redis.client);
    // The end first: it has the later state of what is in both.
    for (const part of reader.partsOf('redis').reverse()) {
      const records = jsonLines<RedisRecord>(await reader.read(part));
      await restoreRedis(redis.client, records, counted(part, onProgress));
    }
  }
  if (!renamings) return;
  await rename(mongo.client, renamings);
  await journalOf(mongo.client).drop();
}

function counted({ kind, source, records }: Part, onProgress: OnProgress): (done: number) => void {
  const what = { documents: source, objects: `files of ${source}`, redis: `jobs of the ${source}` }[kind as string];
  return (done) => onProgress(`${what}: ${done.toLocaleString('en-US')} of ${records.toLocaleString('en-US')}`);
}
