import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { SetMetadata } from '@nestjs/common';

export interface EventMeta {
  /** Id of the event, the same for each delivery. Use it as the idempotency key of the effect. */
  eventId: string;
  occurredAt: Date;
}

export const eventHandlerKey = Symbol('OnEvent');

/**
 * Marks a method as the handler of an event. It is called at least once, so its effect must be idempotent: an upsert
 * keyed by the event, or a recomputation. The service refuses to start unless each event that it subscribes to has
 * exactly one handler.
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
