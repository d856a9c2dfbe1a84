import type { DomainEvent } from './event.js';
import { domainEvents as all } from './generated/contracts.js';
import type { ServiceName } from './operation.js';

export const domainEvents: readonly DomainEvent[] = all;

export function eventsFor(subscriber: ServiceName): DomainEvent[] {
  return domainEvents.filter((event) => event.subscribers.includes(subscriber));
}
