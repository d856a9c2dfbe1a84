import { z } from 'zod';
import type { CacheTag } from './cache.js';
import { type LiveChange, type LiveTopic, liveActions } from './live.js';
import type { ServiceName } from './operation.js';
import { recordId } from './text.js';

export interface DomainEvent<Payload extends z.ZodType = z.ZodType> {
  /** `<record>.<what happened>`, past tense. */
  readonly name: string;
  readonly payload: Payload;
  /** Each gets the event at least once, in a queue of its own. A subscriber without a handler refuses to boot. */
  readonly subscribers: readonly ServiceName[];
  /** Cached public answers that are outdated by it: dropped everywhere before the write is acknowledged. */
  readonly drops: readonly CacheTag[];
  /** What an open CRM is told of it; nothing by default. */
  live?(payload: z.output<Payload>): LiveChange[];
}

export type PayloadOf<E extends DomainEvent> = z.output<E['payload']>;

export interface EventOptions<Payload extends z.ZodType> {
  drops?: readonly CacheTag[];
  live?(payload: z.output<Payload>): LiveChange[];
}

/** Declares something that happened to a record, who hears of it, which public answers it outdates and what the CRM is told. */
export function event<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  subscribers: readonly ServiceName[],
  { drops = [], live }: EventOptions<Payload> = {},
): DomainEvent<Payload> {
  return Object.freeze({ name, payload, subscribers, drops, ...(live && { live }) });
}

/** What is told of a record when no more is needed than that it has changed. */
export const recordChange = z.object({ id: recordId, act: z.enum(liveActions).default('changed') });

/** Declares that a record of `topic` was made, changed, deleted or restored: the CRM is told, and whoever else is named. */
export function recordEvent(
  name: string,
  topic: LiveTopic,
  subscribers: readonly ServiceName[] = [],
  drops: readonly CacheTag[] = [],
): DomainEvent<typeof recordChange> {
  return event(name, recordChange, subscribers, { drops, live: ({ id, act }) => [{ topic, id, act }] });
}
