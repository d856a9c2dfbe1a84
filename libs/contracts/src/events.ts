import type { DomainEvent } from './core/event.js';
import type { ServiceName } from './core/operation.js';
import { domainEvents as all } from './generated/contracts.js';

export const domainEvents: readonly DomainEvent[] = all;

export function eventsFor(subscriber: ServiceName): DomainEvent[] {
  return domainEvents.filter((event) => event.subscribers.includes(subscriber));
}
