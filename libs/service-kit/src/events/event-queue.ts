import type { ServiceName } from '@docfolio/contracts/core/operation';
import { z } from 'zod';
import { jobId } from '../queue.js';

export const eventData = z.object({
  event_id: z.string(),
  name: z.string(),
  payload: z.unknown(),
  occurred_at: z.string(),
  /** Optional, because publishers of an earlier version do not send it. */
  traceparent: z.string().optional(),
});
export type EventData = z.output<typeof eventData>;

/** Data of a job that delivers several events. A job with one event has it as its data. */
const eventGroup = z.object({ events: z.array(eventData).min(1) });
export type EventJobData = EventData | z.output<typeof eventGroup>;

/** Returns the events that a job delivers. @throws ZodError for other data */
export function eventsOf(data: unknown): EventData[] {
  const group = eventGroup.safeParse(data);
  return group.success ? group.data.events : [eventData.parse(data)];
}

export function eventQueue(subscriber: ServiceName): string {
  return `events-${subscriber}`;
}

/** Returns the id of the job that delivers an event to a subscriber. While it is stored, no second one is queued. */
export function eventJobId(eventId: string, subscriber: ServiceName): string {
  return `${eventId}_${subscriber}`;
}

/** Returns the job that delivers events to a subscriber: name, data and id. */
export function eventJob(events: readonly EventData[], subscriber: ServiceName): [string, EventJobData, string] {
  const [first] = events;
  if (first && events.length === 1) return [first.name, first, eventJobId(first.event_id, subscriber)];
  const ids = events.map(({ event_id }) => event_id).sort();
  return ['events', { events: [...events] }, jobId('events', subscriber, ...ids)];
}
