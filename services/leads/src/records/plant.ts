import { derivedFields, type Stored, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import type { Connection, Schema } from 'mongoose';

/** A made-up record of the demonstration. */
export interface DemoRecord<Fields> {
  id: string;
  created_at: Date;
  /** What it comes from, as its `op_hash`: an event from there that comes after all makes it no second time. */
  origin?: string;
  fields: Partial<Fields>;
}

const hour = 60 * 60 * 1_000;

/** @param age hours before now */
export function hoursBefore(now: Date, age: number): Date {
  return new Date(now.getTime() - age * hour);
}

/** Puts records where they are missing; those that are there stay as they are. They raise no events. */
export async function plant<Fields extends object>(
  connection: Connection,
  collection: string,
  schema: Schema<Stored<Fields>>,
  records: readonly DemoRecord<Fields>[],
): Promise<void> {
  const model = connection.model<Stored<Fields>>(collection, schema, collection);
  const traits = traitsOf(schema);
  await model.createIndexes();
  const none = Object.fromEntries(traits.fields.map((field) => [field, null]));
  const operations = records.map(({ id, created_at, origin, fields }) => {
    const record = { ...none, ...fields };
    const base = { created_at, updated_at: created_at, deleted_at: null, version: 1, outbox: [] };
    const $setOnInsert = { ...record, ...derivedFields(traits, record), ...base, op_hash: origin ?? null };
    return { updateOne: { filter: { _id: id }, update: { $setOnInsert }, upsert: true } };
  });
  await model.bulkWrite(operations as never);
}
