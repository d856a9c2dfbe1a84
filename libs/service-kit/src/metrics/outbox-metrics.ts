import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import type { Connection, Model } from 'mongoose';
import type { OutboxEntry } from '../events/outbox.js';

/** Documents read per collection. With more the number of entries is a lower limit, and alarms fire long before. */
const readLimit = 200;

const entries = gauge({
  name: 'docfolio_outbox_entries',
  help: 'Events in the outboxes of documents that are not published yet, by collection. The same in all replicas.',
  labels: ['collection'],
  aggregator: 'max',
});
const oldest = gauge({
  name: 'docfolio_outbox_oldest_seconds',
  help: 'Age of the oldest event that is not published yet; 0 without one. The same in all replicas.',
  labels: ['collection'],
  aggregator: 'max',
});

interface WithOutbox {
  outbox: OutboxEntry[];
}

/** Adds size and lag of the outboxes in a process's database. Index: `outbox`. */
export function addOutboxCollector(connection: Connection): void {
  addCollector({
    name: 'outbox',
    gauges: [entries, oldest],
    read: async () => {
      const models = Object.values(connection.models).filter((model) => model.schema.path('outbox'));
      const read = await Promise.all(
        models.map(async (model) => {
          const documents = await (model as unknown as Model<WithOutbox>)
            .find({ 'outbox.at': { $exists: true, $lte: new Date() } }, { 'outbox.at': 1 })
            .limit(readLimit)
            .lean<WithOutbox[]>();
          const times = documents.flatMap(({ outbox }) => outbox.map(({ at }) => at.getTime()));
          const since = Math.min(...times, Date.now());
          return { collection: model.collection.name, size: times.length, age: (Date.now() - since) / 1_000 };
        }),
      );
      return () => {
        for (const { collection, size, age } of read) {
          entries.set({ collection }, size);
          oldest.set({ collection }, age);
        }
      };
    },
  });
}
