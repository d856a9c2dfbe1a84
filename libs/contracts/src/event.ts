import type { z } from 'zod';
import type { CacheTag } from './cache.js';
import type { ServiceName } from './operation.js';

export interface DomainEvent<Payload extends z.ZodType = z.ZodType> {
  /** `<record>.<what happened>`, past tense. */
  readonly name: string;
  readonly payload: Payload;
  /** Each gets the event at least once, in a queue of its own. A subscriber without a handler refuses to boot. */
  readonly subscribers: readonly ServiceName[];
  /** Cached public answers that are outdated by it: dropped everywhere before the write is acknowledged. */
  readonly drops: readonly CacheTag[];
}

export type PayloadOf<E extends DomainEvent> = z.output<E['payload']>;

/** Declares something that happened to a record, who hears of it, and which public answers it outdates. */
export function event<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  subscribers: readonly ServiceName[],
  drops: readonly CacheTag[] = [],
): DomainEvent<Payload> {
  return Object.freeze({ name, payload, subscribers, drops });
}
