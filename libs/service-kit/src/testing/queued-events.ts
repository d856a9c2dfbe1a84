import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import type { Job } from 'bullmq';
import { type EventData, eventsOf } from '../events/event-queue.js';

interface EventQueue {
  getJobs(types?: undefined, start?: number, end?: number, ascending?: boolean): Promise<Job[]>;
}

/** Returns the events in a subscriber's queue, handled or not, in the order in which they occurred. */
export async function queuedEvents(queue: EventQueue): Promise<EventData[]> {
  const jobs = await queue.getJobs(undefined, 0, -1, true);
  const events = jobs.flatMap(({ data }) => eventsOf(data));
  return events.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at));
}

/** Returns the payloads of one kind of event in a subscriber's queue. */
export async function queuedPayloads<E extends DomainEvent>(queue: EventQueue, event: E): Promise<PayloadOf<E>[]> {
  const events = await queuedEvents(queue);
  return events.filter(({ name }) => name === event.name).map(({ payload }) => payload as PayloadOf<E>);
}
