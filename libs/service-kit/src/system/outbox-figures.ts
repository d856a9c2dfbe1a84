import type { Connection, Model } from 'mongoose';
import type { OutboxEntry } from '../events/outbox.js';

/** Documents read per collection. With more the number of entries is a lower limit, and alarms fire long before. */
const readLimit = 200;

interface WithOutbox {
  outbox: OutboxEntry[];
}

export interface OutboxOfCollection {
  collection: string;
  /** Events that are not published yet. */
  waiting: number;
  oldestAt: Date | undefined;
}

/** Returns the size of each outbox in a process's database, and its oldest event. Index: `outbox`. */
export async function readOutboxes(connection: Connection): Promise<OutboxOfCollection[]> {
  const models = Object.values(connection.models).filter((model) => model.schema.path('outbox'));
  return Promise.all(
    models.map(async (model) => {
      const documents = await (model as unknown as Model<WithOutbox>)
        .find({ 'outbox.at': { $exists: true, $lte: new Date() } }, { 'outbox.at': 1 })
        .limit(readLimit)
        .lean<WithOutbox[]>();
      const times = documents.flatMap(({ outbox }) => outbox.map(({ at }) => at.getTime()));
      const oldestAt = times.length > 0 ? new Date(Math.min(...times)) : undefined;
      return { collection: model.collection.name, waiting: times.length, oldestAt };
    }),
  );
}
