import type { WorkedQueue } from '@docfolio/process/system/process-report';

/** Returns BullMQ's name of a queue that a process reports. */
export function bullName({ name, kind }: Pick<WorkedQueue, 'name' | 'kind'>): string {
  return kind === 'job' ? `jobs-${name}` : name;
}
