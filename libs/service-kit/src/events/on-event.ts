import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import { SetMetadata } from '@nestjs/common';

export interface EventMeta {
  /** Id of the event, the same in each delivery. Use it as the idempotency key of the effect. */
  eventId: string;
  occurredAt: Date;
}

export const eventHandlerKey = Symbol('OnEvent');

/** Marks the method that handles an event. It runs at least once per event, so its effect must be idempotent. */
export function OnEvent<E extends DomainEvent>(
  event: E,
): <T extends (payload: PayloadOf<E>, meta: EventMeta) => Promise<void> | void>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return SetMetadata(eventHandlerKey, event);
}
