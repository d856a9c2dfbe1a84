import { randomUUID } from 'node:crypto';
import { derivedFields, traitsOf } from '@docfolio/service-kit/mongo/record.schema';
import type { Connection } from 'mongoose';
import { subscriberSchema } from '../people/subscribers/subscribers.repository.js';

/** Rows per insertion. */
const batch = 5_000;

/** Inserts `count` subscribers directly into the database, `person-<index>@bulk.example`, oldest first. */
export async function insertSubscribers(database: Connection, count: number): Promise<void> {
  const traits = traitsOf(subscriberSchema);
  const first = Date.now() - count * 1_000;
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, at) => {
      const index = from + at;
      const when = new Date(first + index * 1_000);
      const email = `person-${index}@bulk.example`;
      const fields = {
        ...{ email, email_key: email, name: `Person ${index}, of many`, source: index % 3 ? 'blog' : 'newsletter' },
        ...{ is_active: index % 5 > 0, subscribed_at: when, confirmed_at: null, is_spam: false },
      };
      return {
        ...{ _id: randomUUID(), ...fields, ...derivedFields(traits, fields) },
        ...{ created_at: when, updated_at: when, deleted_at: null, version: 1, op_hash: null, outbox: [] },
      };
    });
    await database.collection('blog_subscribers').insertMany(rows as never[]);
  }
}
