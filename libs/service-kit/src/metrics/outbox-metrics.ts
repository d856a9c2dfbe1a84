import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import type { Connection } from 'mongoose';
import { readOutboxes } from '../system/outbox-figures.js';

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

/** Adds size and lag of the outboxes in a process's database. */
export function addOutboxCollector(connection: Connection): void {
  addCollector({
    name: 'outbox',
    gauges: [entries, oldest],
    read: async () => {
      const read = await readOutboxes(connection);
      const now = Date.now();
      return () => {
        for (const { collection, waiting, oldestAt } of read) {
          entries.set({ collection }, waiting);
          oldest.set({ collection }, oldestAt ? Math.max(0, now - oldestAt.getTime()) / 1_000 : 0);
        }
      };
    },
  });
}
