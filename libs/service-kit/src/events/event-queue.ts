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

/** Returns the id of the job that delivers an event to a subscriber. While it is stored, no second one is queued. */
export function eventJobId(eventId: string, subscriber: ServiceName): string {
  return `${eventId}_${subscriber}`;
}
