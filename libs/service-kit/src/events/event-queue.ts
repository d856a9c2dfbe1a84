import type { ServiceName } from '@docfolio/contracts/operation';
import { z } from 'zod';

export const eventData = z.object({
  event_id: z.string(),
  name: z.string(),
  payload: z.unknown(),
  occurred_at: z.string(),
});
export type EventData = z.output<typeof eventData>;

export function eventQueue(subscriber: ServiceName): string {
  return `events-${subscriber}`;
}

/** Derives the job id from event and subscriber, so that an event is queued once however often it is published. */
export function eventJobId(eventId: string, subscriber: ServiceName): string {
  return `${eventId}_${subscriber}`;
}
