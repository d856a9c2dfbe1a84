import { BSON, type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import { digestOf, SetChecksum } from './checksum.js';
import { Comparison, type Copied, compared, MoveError, type MoveRow, type Say } from './report.js';

/** A batch ends with this many documents or bytes, whichever comes first, to bound memory. */
const batchDocuments = 500;
const batchBytes = 8 * 1024 * 1024;

/** Keeps BSON types: otherwise the double 1.0 would become an integer, and long integers would lose digits. */
const exactOptions = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

interface Stored {
  bytes: Buffer;
  document: Document;
  key: string;
}

const canonical = (value: unknown): string => BSON.EJSON.stringify(value, { relaxed: false });

const decode = (bytes: Buffer): Stored => {
  const document = BSON.deserialize(bytes, exactOptions);
  return { bytes, document, key: canonical({ _id: document._id }) };
};

async function* stored(collection: Collection, filter: Document = {}): AsyncIterable<Stored> {
  const cursor = collection.find(filter, { raw: true, sort: { _id: 1 }, batchSize: batchDocuments });
  try {
    for await (const bytes of cursor) yield decode(bytes as unknown as Buffer);
  } finally {
    await cursor.close();
  }
}

async function* batches(documents: AsyncIterable<Stored>): AsyncIterable<Stored[]> {
  let batch: Stored[] = [];
  let bytes = 0;
  for await (const each of documents) {
    batch.push(each);
    bytes += each.bytes.length;
    if (batch.length < batchDocuments && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

async function byKey(collection: Collection, batch: Stored[]): Promise<Map<string, Stored>> {
  const found = new Map<string, Stored>();
  const ids = batch.map(({ document }) => document._id);
  for await (const each of stored(collection, { _id: { $in: ids } })) found.set(each.key, each);
  return found;
}

const isEqual = (a: Stored, b: Stored): boolean =>
  a.bytes.equals(b.bytes) || canonical(a.document) === canonical(b.document);

async function insert(target: Collection, documents: Document[]): Promise<void> {
  try {
    if (documents.length > 0) await target.insertMany(documents, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    throw new MoveError(`${target.namespace}: the target refuses documents: ${error.message}`);
  }
}

async function replace(target: Collection, documents: Document[]): Promise<void> {
  if (documents.length === 0) return;
  const operations = documents.map((document) => {
    const { _id, ...replacement } = document;
    return { replaceOne: { filter: { _id }, replacement } };
  });
  await target.bulkWrite(operations, { ordered: false });
}

/**
 * Copies the documents that the target lacks.
 * @param overwrite also replaces documents that differ and removes those that the source doesn't have
 */
export async function copyDocuments(
  source: Collection,
  target: Collection,
  overwrite: boolean,
  say: Say,
): Promise<Copied> {
  // Removed first: a removed document may have the unique value (an email, a slug) of one that is inserted below.
  if (overwrite) await removeForeign(source, target);
  const total = await source.estimatedDocumentCount();
  let seen = 0;
  let written = 0;
  let conflicts = 0;
  for await (const batch of batches(stored(source))) {
    const there = await byKey(target, batch);
    const missing = batch.filter(({ key }) => !there.has(key));
    const differing = batch.filter((each) => there.has(each.key) && !isEqual(each, there.get(each.key)!));
    await insert(
      target,
      missing.map(({ document }) => document),
    );
    if (overwrite)
      await replace(
        target,
        differing.map(({ document }) => document),
      );
    else conflicts += differing.length;
    written += missing.length + (overwrite ? differing.length : 0);
    seen += batch.length;
    say(`${source.namespace}: ${seen.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} documents`);
  }
  return { written, conflicts };
}

async function removeForeign(source: Collection, target: Collection): Promise<void> {
  for await (const batch of batches(stored(target))) {
    const here = await byKey(source, batch);
    const foreign = batch.filter(({ key }) => !here.has(key)).map(({ document }) => document._id);
    if (foreign.length > 0) await target.deleteMany({ _id: { $in: foreign } });
  }
}

async function checksum(collection: Collection, say: Say): Promise<SetChecksum> {
  const sum = new SetChecksum();
  for await (const { document } of stored(collection)) {
    sum.add(digestOf([canonical(document)]));
    if (sum.count % batchDocuments === 0) say(`${collection.namespace}: ${sum.count.toLocaleString('en-US')} verified`);
  }
  return sum;
}

async function findDifferences(source: Collection, target: Collection): Promise<string | undefined> {
  const found = new Comparison();
  for await (const batch of batches(stored(source))) {
    const there = await byKey(target, batch);
    for (const each of batch) {
      const copy = there.get(each.key);
      if (!copy) found.missing.add(each.key);
      else if (!isEqual(each, copy)) found.differing.add(each.key);
    }
  }
  for await (const batch of batches(stored(target))) {
    const here = await byKey(source, batch);
    for (const { key } of batch) if (!here.has(key)) found.foreign.add(key);
  }
  return found.problem;
}

/** Reads all documents of both sides and compares counts and checksums. The row names some documents that differ. */
export async function verifyDocuments(
  source: Collection,
  target: Collection,
  copied: number,
  say: Say,
): Promise<MoveRow> {
  const here = await checksum(source, say);
  const there = await checksum(target, say);
  const problem = here.equals(there) ? undefined : await findDifferences(source, target);
  return compared({ store: 'MongoDB', name: source.namespace, copied }, here, there, problem);
}
