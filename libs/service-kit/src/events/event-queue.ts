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

/** Returns the job id of an event for a subscriber. It is always the same: while the job is stored, no copy is queued. */
export function eventJobId(eventId: string, subscriber: ServiceName): string {
  return `${eventId}_${subscriber}`;
}
