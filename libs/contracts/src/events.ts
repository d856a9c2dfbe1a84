import type { DomainEvent } from './event.js';
import { leadCreated } from './lead.js';
import type { ServiceName } from './operation.js';
import { adminUserChanged } from './session.js';

/** Every domain event of the platform. */
export const domainEvents: readonly DomainEvent[] = [leadCreated, adminUserChanged];

export function eventsFor(subscriber: ServiceName): DomainEvent[] {
  return domainEvents.filter((event) => event.subscribers.includes(subscriber));
}
