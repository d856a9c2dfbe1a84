import type { ServiceName } from '@docfolio/contracts/operation';
import { z } from 'zod';

/** An event on its way to one subscriber. */
export const eventData = z.object({
  event_id: z.string(),
  name: z.string(),
  payload: z.unknown(),
  /** ISO. */
  occurred_at: z.string(),
});
export type EventData = z.output<typeof eventData>;

/** Each subscriber has a queue of its own. */
export function eventQueue(subscriber: ServiceName): string {
  return `events-${subscriber}`;
}

/** An event reaches a subscriber's queue once, however often it is published. */
export function eventJobId(eventId: string, subscriber: ServiceName): string {
  return `${eventId}_${subscriber}`;
}
