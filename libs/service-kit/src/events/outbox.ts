import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { parseOrThrow } from '@docfolio/contracts/problem';
import type { z } from 'zod';
import { newId } from '../identity.js';

export interface OutboxEntry {
  id: string;
  name: string;
  payload: unknown;
  at: Date;
}

export interface OccurredEvent {
  event: DomainEvent;
  entry: OutboxEntry;
}

/** Creates an occurrence of an event. @param id unique per occurrence @throws ProblemError if the payload is invalid */
export function occurred<E extends DomainEvent>(event: E, payload: z.input<E['payload']>, id = newId()): OccurredEvent {
  return { event, entry: { id, name: event.name, payload: parseOrThrow(event.payload, payload), at: new Date() } };
}

export type { PayloadOf };
