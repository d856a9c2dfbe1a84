import { migrationsCollection } from '@docfolio/service-kit/mongo/migrations/collections';
import { BSON, type Collection, type MongoClient } from 'mongodb';
import type { Tally } from '../archive/archive-writer.js';
import type { Index } from '../archive/manifest.js';
import { isLeftOut } from './collections.js';
import { databases } from './database-names.js';

const batchSize = 500;
/** Bytes of lines that are compressed together. */
const chunkSize = 64 * 1024;

/** Keeps the types of BSON: otherwise the double 1.0 would become an integer, and long integers would lose digits. */
const exactOptions = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/**
 * Sorts the record of migrations first. What a migration changes during the backup, it then changes again after a restore;
 * read last, the record could call documents migrated that were read before.
 */
const inOrder = (a: string, b: string) =>
  Number(b === migrationsCollection) - Number(a === migrationsCollection) || (a < b ? -1 : 1);

/** Returns the collections of all databases to be stored, in the order in which they must be read. */
export async function collectionsOf(client: MongoClient): Promise<Collection[]> {
  const found: Collection[] = [];
  for (const name of databases) {
    const database = client.db(name);
    const collections = await database.listCollections({}, { nameOnly: true }).toArray();
    const names = collections.map((each) => each.name).filter((each) => !isLeftOut(each));
    found.push(...names.sort(inOrder).map((each) => database.collection(each)));
  }
  return found;
}

/** Returns the indexes of a collection, except that of `_id`. */
export async function indexesOf(collection: Collection): Promise<{ unique_indexes: Index[]; indexes: Index[] }> {
  const all = (await collection.listIndexes().toArray()).filter(({ name }) => name !== '_id_');
  const pick = (isUnique: boolean): Index[] =>
    all
      .filter(({ unique }) => (unique === true) === isUnique)
      .map(({ name, key, sparse, partialFilterExpression, expireAfterSeconds }) => ({
        ...{ name, key },
        ...(sparse === true && { sparse }),
        ...(partialFilterExpression && { partialFilterExpression: BSON.EJSON.serialize(partialFilterExpression) }),
        ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
      }));
  return { unique_indexes: pick(true), indexes: pick(false) };
}

/** Yields a collection's documents by `_id`, as lines of canonical Extended JSON. */
export async function* documentLines(collection: Collection, tally: Tally): AsyncIterable<Buffer> {
  const cursor = collection.find({}, { raw: true, sort: { _id: 1 }, batchSize });
  let lines = '';
  try {
    for await (const bytes of cursor) {
      const document = BSON.deserialize(bytes as unknown as Buffer, exactOptions);
      lines += `${BSON.EJSON.stringify(document, { relaxed: false })}\n`;
      tally.records += 1;
      if (lines.length < chunkSize) continue;
      yield Buffer.from(lines);
      lines = '';
    }
  } finally {
    await cursor.close();
  }
  if (lines !== '') yield Buffer.from(lines);
}
