import { commentChanged } from './comment.js';
import type { DomainEvent } from './event.js';
import { leadCreated } from './lead.js';
import type { ServiceName } from './operation.js';
import { portfolioInquiryCreated } from './portfolio-inquiry.js';
import { postChanged } from './post.js';
import { serviceInquiryCreated } from './service-inquiry.js';
import { adminUserChanged } from './session.js';

/** Every domain event of the platform. */
export const domainEvents: readonly DomainEvent[] = [
  leadCreated,
  serviceInquiryCreated,
  portfolioInquiryCreated,
  postChanged,
  commentChanged,
  adminUserChanged,
];

export function eventsFor(subscriber: ServiceName): DomainEvent[] {
  return domainEvents.filter((event) => event.subscribers.includes(subscriber));
}
