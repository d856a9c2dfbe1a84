import { counter, histogram, jobBuckets } from '@docfolio/process/metrics/instruments';
import type { Worker } from 'bullmq';

const durations = histogram({
  name: 'docfolio_job_duration_seconds',
  help: 'Time from the start of a job to its success, by queue. A job of an events queue holds up to 32 events.',
  labels: ['queue'],
  buckets: jobBuckets,
});
const failures = counter({
  name: 'docfolio_job_failures_total',
  help: 'Attempts at jobs that failed, by queue: `retry` runs again, `final` does not.',
  labels: ['queue', 'outcome'],
});

/** Counts what a worker does. */
export function observeWorker<Data, Result>(worker: Worker<Data, Result>): void {
  const queue = worker.name;
  worker.on('completed', ({ processedOn, finishedOn }) => {
    if (processedOn !== undefined && finishedOn !== undefined)
      durations.observe({ queue }, (finishedOn - processedOn) / 1_000);
  });
  worker.on('failed', (job) => failures.add({ queue, outcome: job?.finishedOn === undefined ? 'retry' : 'final' }));
}
