import type mongoose from 'mongoose';

export type StoredDocument = mongoose.mongo.Document & { _id: unknown };

export interface BatchOptions {
  /** Documents to yield; by default all. It must not depend on the time. */
  filter?: object;
  /** Fields to read besides `_id`; by default all. */
  fields?: readonly string[];
  /** Documents per batch. Default: 500. */
  size?: number;
}

/** How far a migration has come in a collection. */
export interface Position {
  /** `_id` of the last document of the last completed batch. */
  after: unknown;
  /** Documents so far. */
  documents: number;
}

/**
 * Yields documents by `_id` in batches, from a position on. Reads each batch by a query of its own, because a cursor
 * expires while a batch takes long. @param save is called after each batch
 */
export async function* batchesOf<T extends StoredDocument>(
  collection: mongoose.mongo.Collection,
  { filter = {}, fields, size = 500 }: BatchOptions,
  from: Position | undefined,
  save: (position: Position) => Promise<void>,
): AsyncIterable<T[]> {
  const projection = fields && Object.fromEntries(fields.map((field) => [field, 1]));
  let position = from;
  for (;;) {
    const rest = position ? { $and: [filter, { _id: { $gt: position.after } }] } : filter;
    const options = { sort: { _id: 1 as const }, limit: size, ...(projection && { projection }) };
    const batch = (await collection.find(rest as object, options).toArray()) as unknown as T[];
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    position = { after: last._id, documents: (position?.documents ?? 0) + batch.length };
    await save(position);
  }
}
