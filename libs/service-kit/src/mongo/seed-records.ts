import type { Connection, Schema } from 'mongoose';
import { derivedFields, type Stored, traitsOf } from './record.schema.js';

const batchSize = 500;
const hour = 60 * 60 * 1_000;

export interface SeedRecord<Fields> {
  id: string;
  created_at: Date;
  /** Stored as `op_hash`, so that a late event with this origin creates no second record. Default: null. */
  origin?: string;
  fields: Partial<Fields>;
}

export function hoursBefore(now: Date, age: number): Date {
  return new Date(now.getTime() - age * hour);
}

/** Returns the time `days` days before `now`, or after it if negative. */
export function daysBefore(now: Date, days: number): Date {
  return hoursBefore(now, 24 * days);
}

/** Returns a document as `RecordRepository.create` stores it, without events and with null for absent fields. */
export function seededDocument({ id, created_at, origin, fields }: SeedRecord<object>, schema: object) {
  const traits = traitsOf(schema);
  const complete = { ...Object.fromEntries(traits.fields.map((field) => [field, null])), ...fields };
  return {
    _id: id,
    ...complete,
    ...derivedFields(traits, { ...complete, created_at }),
    created_at,
    updated_at: created_at,
    deleted_at: null,
    version: 1,
    op_hash: origin ?? null,
    outbox: [],
  };
}

/** Inserts the records whose id is not stored, also not by a deleted record. Raises no events. */
export async function seedRecords<Fields extends object>(
  connection: Connection,
  collection: string,
  schema: Schema<Stored<Fields>>,
  records: readonly SeedRecord<Fields>[],
): Promise<void> {
  const model = connection.model<Stored<Fields>>(collection, schema, collection);
  await model.createIndexes();
  for (let from = 0; from < records.length; from += batchSize) {
    const operations = records.slice(from, from + batchSize).map((record) => {
      const { _id, ...document } = seededDocument(record, schema);
      return { updateOne: { filter: { _id }, update: { $setOnInsert: document }, upsert: true } };
    });
    await model.bulkWrite(operations as never);
  }
}
