import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { parseOrThrow } from '@docfolio/contracts/problem';
import type { z } from 'zod';
import { newId } from '../identity.js';

/** An event inside the document that caused it, until it has been published. */
export interface OutboxEntry {
  id: string;
  name: string;
  payload: unknown;
  at: Date;
}

/** Something that has happened: goes into a document by the write that makes it true. */
export interface OccurredEvent {
  event: DomainEvent;
  entry: OutboxEntry;
}

/**
 * Makes an occurrence of an event. @throws ProblemError when the payload isn't the event's
 * @param id unique to the occurrence; random by default
 */
export function occurred<E extends DomainEvent>(event: E, payload: z.input<E['payload']>, id = newId()): OccurredEvent {
  return { event, entry: { id, name: event.name, payload: parseOrThrow(event.payload, payload), at: new Date() } };
}

export type { PayloadOf };
