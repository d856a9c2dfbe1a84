import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import type { Redis } from 'ioredis';
import { openQueue } from '../queue.js';

const states = ['waiting', 'active', 'delayed', 'waiting-children', 'failed'] as const;

const jobs = gauge({
  name: 'docfolio_queue_jobs',
  help: 'Jobs in a queue by state. All replicas of a process report the same numbers: use max, not sum.',
  labels: ['queue', 'state'],
  aggregator: 'max',
});
const oldestWaiting = gauge({
  name: 'docfolio_queue_oldest_waiting_seconds',
  help: 'Age of the oldest job that waits for a worker; 0 without one. The same in all replicas.',
  labels: ['queue'],
  aggregator: 'max',
});

/** Adds depth and age of the queues that a process works on. */
export function addQueueCollector(names: readonly string[], redis: Redis): void {
  if (names.length === 0) return;
  const queues = names.map((name) => openQueue(name, redis));
  addCollector({
    name: 'queues',
    gauges: [jobs, oldestWaiting],
    read: async () => {
      const read = await Promise.all(
        queues.map(async (queue) => {
          const counts = await queue.getJobCounts(...states);
          const [oldest] = counts.waiting ? await queue.getJobs(['waiting'], 0, 0, true) : [];
          return { queue: queue.name, counts, age: oldest ? Math.max(0, Date.now() - oldest.timestamp) / 1_000 : 0 };
        }),
      );
      return () => {
        for (const { queue, counts, age } of read) {
          for (const state of states) jobs.set({ queue, state }, counts[state] ?? 0);
          oldestWaiting.set({ queue }, age);
        }
      };
    },
  });
}
