import { z } from 'zod';
import type { CacheTag } from './cache.js';
import { type LiveChange, type LiveTopic, liveActions } from './live.js';
import type { ServiceName } from './operation.js';
import { recordId } from './text.js';

export interface DomainEvent<Payload extends z.ZodType = z.ZodType> {
  /** `<record>.<what happened>`, past tense. */
  readonly name: string;
  readonly payload: Payload;
  /** Services that receive the event, at least once. A service without a handler for it fails to start. */
  readonly subscribers: readonly ServiceName[];
  /** Tags of cached public responses to invalidate, before the write is acknowledged if Redis responds within 0.5 s. */
  readonly drops: readonly CacheTag[];
  /** Returns the change notifications to send to open CRM tabs. Without it none are sent. */
  live?(payload: z.output<Payload>): LiveChange[];
}

export type PayloadOf<E extends DomainEvent> = z.output<E['payload']>;

export interface EventOptions<Payload extends z.ZodType> {
  drops?: readonly CacheTag[];
  live?(payload: z.output<Payload>): LiveChange[];
}

export function event<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  subscribers: readonly ServiceName[],
  { drops = [], live }: EventOptions<Payload> = {},
): DomainEvent<Payload> {
  return Object.freeze({ name, payload, subscribers, drops, ...(live && { live }) });
}

/** Payload of an event that contains only the record's id and what happened to it. */
export const recordChange = z.object({ id: recordId, act: z.enum(liveActions).default('changed') });

/** Declares an event of a created, changed, deleted or restored record of `topic`. It notifies open CRM tabs. */
export function recordEvent(
  name: string,
  topic: LiveTopic,
  subscribers: readonly ServiceName[] = [],
  drops: readonly CacheTag[] = [],
): DomainEvent<typeof recordChange> {
  return event(name, recordChange, subscribers, { drops, live: ({ id, act }) => [{ topic, id, act }] });
}
