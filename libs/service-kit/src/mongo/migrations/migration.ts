import type mongoose from 'mongoose';
import type { BatchOptions, StoredDocument } from './batches.js';

type Db = mongoose.mongo.Db;

/**
 * `expand`: afterwards, the data serves this release and the one before. It runs before a replica of this release serves.
 * `contract`: afterwards, releases without this migration cannot use the data. It runs when none of them runs any more.
 */
export type MigrationPhase = 'expand' | 'contract';

/** A change of the data of one database. Once released, its number, name and phase never change. */
export interface Migration {
  /** From 1, without gaps. */
  number: number;
  /** What it does, in the imperative: `set by_author on comments`. */
  name: string;
  phase: MigrationPhase;
  /**
   * Changes the data. It may be interrupted anywhere and is then run again, while replicas write: it must be idempotent,
   * and must not undo what they write.
   */
  run(context: MigrationContext): Promise<void>;
}

export interface MigrationContext {
  db: Db;
  /**
   * Yields a collection's documents in batches, by `_id`. A run that was interrupted continues after the last batch that
   * was completed. @throws LeaseLostError if another replica holds the lease
   */
  batches<T extends StoredDocument>(collection: string, options?: BatchOptions): AsyncIterable<T[]>;
}

/** Migration 1 of every database: records that its data has the form of release 0.1.0. */
export const baseline: Migration = {
  number: 1,
  name: 'record the form of release 0.1.0',
  phase: 'expand',
  run: async () => undefined,
};

/** Returns a migration that sets fields on the documents of a collection that lack the first of them. */
export function setMissingFields(
  about: Omit<Migration, 'run'>,
  collection: string,
  fields: Readonly<Record<string, unknown>>,
): Migration {
  return {
    ...about,
    run: async ({ db, batches }) => {
      const lacking = (name: string) => ({ [name]: { $exists: false } });
      const filter = { $or: Object.keys(fields).map(lacking) };
      for await (const documents of batches(collection, { filter, fields: Object.keys(fields) })) {
        const writes = documents.flatMap(({ _id, ...present }) =>
          Object.entries(fields)
            .filter(([name]) => !(name in present))
            // The condition is repeated, because a replica may have set the field since.
            .map(([name, value]) => ({
              updateOne: { filter: { _id, ...lacking(name) } as object, update: { $set: { [name]: value } } },
            })),
        );
        await db.collection(collection).bulkWrite(writes, { ordered: false });
      }
    },
  };
}
