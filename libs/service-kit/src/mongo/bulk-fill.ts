import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { isDuplicateKey } from './duplicate-key.js';
import { rebuildDerivedFields } from './rebuild-derived-fields.js';
import { type SeedRecord, seededDocument } from './seed-records.js';

export interface BulkRecord extends SeedRecord<Record<string, unknown>> {
  /** Default: `created_at`. */
  updated_at?: Date;
}

/** Many made-up records. A record with the same index has the same id in every run. */
export interface BulkCollection {
  name: string;
  records: number;
  at(index: number, now: number): BulkRecord;
}

export interface BulkProgress {
  done: number;
  total: number;
  /** Since the first write. */
  ms: number;
}

type StoredDocument = Record<string, unknown> & { _id: string };

const firstBatch = 100;
const largestBatch = 1_000;
/** ms that a write should take: long enough to be efficient, and far from the socket timeout on a slow machine. */
const wantedMs = 500;
/** Failed attempts of one write before the fill fails: after delays of 1, 2, 4 and then 8 s each, about a minute. */
const mostFailures = 10;

/** Returns the number of records for the next write, from the time that the last write of `size` records took. */
export function nextBatchSize(size: number, ms: number): number {
  const fitting = Math.floor((size * wantedMs) / Math.max(ms, 1));
  return Math.min(largestBatch, 2 * size, Math.max(10, fitting));
}

/**
 * Inserts the records of a collection that don't exist, without events. One write is in flight at a time, its size
 * follows the server's speed, and it is retried if the connection fails or the server does not respond in time.
 * @param retryMs delay before the first retry of a write
 * @returns the number of inserted records @throws Error if one write fails ten times
 */
export async function fillInBulk(
  connection: Connection,
  schema: Schema,
  { name, records, at }: BulkCollection,
  report: (progress: BulkProgress) => void,
  retryMs = 1_000,
): Promise<number> {
  const model = connection.model(name, schema, name) as unknown as Model<StoredDocument>;
  await model.createIndexes();
  // Runs while the collection is small: otherwise the service would scan every record at its start.
  await rebuildDerivedFields(connection, model);
  const [now, began] = [Date.now(), performance.now()];
  let [done, added, size] = [0, 0, firstBatch];
  while (done < records) {
    const batch = Array.from({ length: Math.min(size, records - done) }, (_, offset) => at(done + offset, now));
    const started = performance.now();
    added += await insertMissing(model, batch, retryMs);
    done += batch.length;
    size = nextBatchSize(batch.length, performance.now() - started);
    report({ done, total: records, ms: performance.now() - began });
  }
  return added;
}

/** Returns a progress bar with the rate and the remaining time. */
export function progressLine(name: string, { done, total, ms }: BulkProgress): string {
  const width = 24;
  const filled = Math.round((width * done) / total);
  const rate = (done * 1_000) / Math.max(ms, 1);
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
  return `${name} ${bar} ${number(done)} of ${number(total)}, ${number(rate)}/s, ${number((total - done) / rate)} s left`;
}

/** @returns the number of records that did not exist before */
async function insertMissing(model: Model<StoredDocument>, batch: BulkRecord[], retryMs: number): Promise<number> {
  let added: number | undefined;
  for (let failures = 0; ; ) {
    try {
      const missing = await missingOf(model, batch);
      // Only the first attempt counts: one whose response was lost may have inserted the records.
      added ??= missing.length;
      const documents = missing.map((record) => ({
        ...seededDocument(record, model.schema),
        updated_at: record.updated_at ?? record.created_at,
      }));
      if (documents.length > 0) await model.collection.insertMany(documents as never[], { ordered: false });
      return added;
    } catch (error) {
      failures += 1;
      // A write whose response was lost may still be running when it is retried.
      const isOwnWrite = failures > 1 && isDuplicateKey(error);
      if (failures === mostFailures || !(isOwnWrite || isConnectionError(error))) throw error;
      await delay(retryMs * 2 ** Math.min(failures - 1, 3));
    }
  }
}

/** Returns the records without a document. A deleted record has one, and stays deleted. Index: _id. */
async function missingOf(model: Model<StoredDocument>, batch: BulkRecord[]): Promise<BulkRecord[]> {
  const ids = batch.map(({ id }) => id);
  const stored = await model.collection.find({ _id: { $in: ids } } as never, { projection: { _id: 1 } }).toArray();
  const known = new Set<unknown>(stored.map(({ _id }) => _id));
  return batch.filter(({ id }) => !known.has(id));
}

function isConnectionError(error: unknown): boolean {
  const { MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
}
