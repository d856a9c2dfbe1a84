import { derivedFields, type Stored, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import type { Connection, Schema } from 'mongoose';

const batchSize = 500;

export interface DemoRecord<Fields> {
  id: string;
  created_at: Date;
  fields: Fields;
}

/** Inserts records whose id doesn't exist yet. Raises no events. */
export async function insertMissing<Fields extends object>(
  connection: Connection,
  collection: string,
  schema: Schema<Stored<Fields>>,
  records: readonly DemoRecord<Fields>[],
): Promise<void> {
  const model = connection.model<Stored<Fields>>(collection, schema, collection);
  const traits = traitsOf(schema);
  await model.createIndexes();
  for (let from = 0; from < records.length; from += batchSize) {
    const operations = records.slice(from, from + batchSize).map(({ id, created_at, fields }) => ({
      updateOne: {
        filter: { _id: id },
        update: {
          $setOnInsert: {
            ...fields,
            ...derivedFields(traits, { ...fields, created_at }),
            created_at,
            updated_at: created_at,
            deleted_at: null,
            version: 1,
            op_hash: null,
            outbox: [],
          },
        },
        upsert: true,
      },
    }));
    await model.bulkWrite(operations as never);
  }
}
