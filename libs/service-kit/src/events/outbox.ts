import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import { parseOrThrow } from '@docfolio/contracts/core/problem';
import { activeTraceparent } from '@docfolio/process/tracing/tracer';
import type { z } from 'zod';
import { newId } from '../identity.js';

export interface OutboxEntry {
  id: string;
  name: string;
  payload: unknown;
  at: Date;
  /** Trace in which the event occurred: the sweeper may publish it later. Absent without one, and in older versions. */
  traceparent?: string;
}

export interface OccurredEvent {
  event: DomainEvent;
  entry: OutboxEntry;
}

/** Creates an occurrence of an event. @param id unique per occurrence @throws ProblemError if the payload is invalid */
export function occurred<E extends DomainEvent>(event: E, payload: z.input<E['payload']>, id = newId()): OccurredEvent {
  const traceparent = activeTraceparent();
  const entry = { id, name: event.name, payload: parseOrThrow(event.payload, payload), at: new Date() };
  return { event, entry: traceparent === undefined ? entry : { ...entry, traceparent } };
}

export type { PayloadOf };
