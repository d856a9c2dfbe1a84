import type { SystemQueue } from '@docfolio/contracts/entities/system';
import { useState } from 'react';

const hasJobs = ({ waiting, active, delayed, failed, in_trouble }: SystemQueue) =>
  in_trouble || waiting + active + delayed + failed > 0;
const jobsOf = ({ per_hour }: SystemQueue) => per_hour.reduce((sum, count) => sum + count, 0);

/**
 * Returns which queues to show. A queue that has had a job while the page is open stays, so that rows do not come and go
 * with each refetch.
 * @param least number up to which the busiest ones of the last 24 hours fill the list
 */
export function useBusyQueues(queues: readonly SystemQueue[], least: number): (name: string) => boolean {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const found = seen.size === 0 ? firstOf(queues, least) : queues.filter(hasJobs).map(({ name }) => name);
  const added = found.filter((name) => !seen.has(name));
  if (added.length > 0) setSeen(new Set([...seen, ...added]));
  return (name) => seen.has(name);
}

function firstOf(queues: readonly SystemQueue[], least: number): string[] {
  const busiest = [...queues].sort(
    (one, other) => Number(hasJobs(other)) - Number(hasJobs(one)) || jobsOf(other) - jobsOf(one),
  );
  return busiest.filter((queue, index) => index < least || hasJobs(queue)).map(({ name }) => name);
}
