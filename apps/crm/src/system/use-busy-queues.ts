import type { SystemQueue } from '@docfolio/contracts/system';
import { useState } from 'react';

/** Queues that are shown even if all are idle. */
const least = 6;

const hasJobs = ({ waiting, active, delayed, failed, in_trouble }: SystemQueue) =>
  in_trouble || waiting + active + delayed + failed > 0;
const jobsOf = ({ per_hour }: SystemQueue) => per_hour.reduce((sum, count) => sum + count, 0);

/**
 * Returns which queues to show. A queue that has had a job while the page is open stays, so that rows do not come and go
 * with each refetch. The busiest ones of the last 24 hours fill the list up to six.
 */
export function useBusyQueues(queues: readonly SystemQueue[]): (name: string) => boolean {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => firstOf(queues));
  const found = seen.size === 0 ? [...firstOf(queues)] : queues.filter(hasJobs).map(({ name }) => name);
  const added = found.filter((name) => !seen.has(name));
  if (added.length > 0) setSeen(new Set([...seen, ...added]));
  return (name) => seen.has(name);
}

function firstOf(queues: readonly SystemQueue[]): ReadonlySet<string> {
  const busiest = [...queues].sort(
    (one, other) => Number(hasJobs(other)) - Number(hasJobs(one)) || jobsOf(other) - jobsOf(one),
  );
  return new Set(busiest.filter((queue, index) => index < least || hasJobs(queue)).map(({ name }) => name));
}
