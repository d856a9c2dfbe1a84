import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { SetMetadata } from '@nestjs/common';

export interface EventMeta {
  /** The same each time that the event is delivered: the key of its effect. */
  eventId: string;
  occurredAt: Date;
}

export const eventHandlerKey = Symbol('OnEvent');

/**
 * Marks a provider's method as the handler of an event that its service subscribes to. It is called at least once: its
 * effect has to be an upsert keyed by the event, or a recomputation. A service boots only if each event that it
 * subscribes to has exactly one handler.
 */
export function OnEvent<E extends DomainEvent>(
  event: E,
): <T extends (payload: PayloadOf<E>, meta: EventMeta) => Promise<void> | void>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return SetMetadata(eventHandlerKey, event);
}
