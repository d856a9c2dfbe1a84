import type { Readable } from 'node:stream';
import { BSON, type Collection, type Db, type Document, MongoBulkWriteError } from 'mongodb';
import type { Index } from '../archive/manifest.js';
import { jsonLines } from '../archive/records.js';

/** Documents per insert. */
const batchSize = 500;
const duplicateKey = 11_000;

/**
 * Inserts the documents of a backup into a new collection.
 * @param uniqueIndexes are created first. Of two documents with the same unique value, the one changed last is kept: a
 * value that moved to another document during the backup may be in both
 * @returns the number of documents that were left out for that reason
 */
export async function restoreDocuments(
  content: Readable,
  { database, name }: { database: Db; name: string },
  uniqueIndexes: readonly Index[],
  onWritten: (documents: number) => void = () => undefined,
): Promise<number> {
  // Also for no documents: an empty collection of the backup replaces one that is not empty.
  const collection = await database.createCollection(name);
  await createIndexes(collection, uniqueIndexes, true);
  let leftOut = 0;
  let written = 0;
  let batch: Document[] = [];
  const flush = async () => {
    leftOut += await insert(collection, batch, uniqueIndexes);
    written += batch.length;
    onWritten(written);
    batch = [];
  };
  for await (const line of jsonLines<Document>(content)) {
    batch.push(BSON.EJSON.deserialize(line, { relaxed: false }));
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return leftOut;
}

/** Creates indexes with one command, for which a database reads the documents once. */
export async function createIndexes(collection: Collection, indexes: readonly Index[], unique: boolean): Promise<void> {
  if (indexes.length === 0) return;
  await collection.createIndexes(
    indexes.map(({ name, key, sparse, partialFilterExpression, expireAfterSeconds }) => ({
      key: key as Record<string, 1 | -1>,
      name,
      ...(unique && { unique }),
      ...(sparse && { sparse }),
      ...(partialFilterExpression && { partialFilterExpression: BSON.EJSON.deserialize(partialFilterExpression) }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    })),
  );
}

async function insert(collection: Collection, batch: Document[], uniqueIndexes: readonly Index[]): Promise<number> {
  try {
    await collection.insertMany(batch, { ordered: false });
    return 0;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.some(({ code }) => code !== duplicateKey)) throw error;
    for (const { index } of failures) await keepLatest(collection, batch[index]!, uniqueIndexes);
    return failures.length;
  }
}

/** Replaces the documents that have a unique value of this one, if it was changed later than all of them. */
async function keepLatest(collection: Collection, document: Document, uniqueIndexes: readonly Index[]) {
  const conditions = uniqueIndexes
    .filter(({ sparse, key }) => !sparse || Object.keys(key).some((path) => valueAt(document, path) !== undefined))
    .map(({ key, partialFilterExpression }) => ({
      ...BSON.EJSON.deserialize(partialFilterExpression ?? {}),
      $and: Object.keys(key).map((path) => ({ [path]: valueAt(document, path) ?? null })),
    }));
  const others = await collection.find({ $or: conditions }).toArray();
  if (others.some((other) => changedAt(other) >= changedAt(document))) return;
  await collection.deleteMany({ _id: { $in: others.map(({ _id }) => _id) } });
  await collection.insertOne(document);
}

function valueAt(document: Document, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Document | undefined)?.[key], document);
}

/** Unix time in ms; 0 if the document does not say. */
function changedAt({ updated_at: at }: Document): number {
  return at instanceof Date ? at.getTime() : 0;
}
