import { bookmarkChanged } from './bookmark.js';
import { clientChanged } from './client.js';
import { commentChanged, pendingCommentChanged } from './comment.js';
import { commentReceived } from './comment-moderation.js';
import type { DomainEvent } from './event.js';
import { exportChanged } from './export.js';
import { imageChanged } from './image.js';
import { leadChanged, leadCreated } from './lead.js';
import { mailChanged, mailFailed, mailSent } from './mail.js';
import { confirmationRequested, newsletterIssueChanged } from './newsletter.js';
import type { ServiceName } from './operation.js';
import { portfolioInquiryChanged, portfolioInquiryCreated } from './portfolio-inquiry.js';
import { draftChanged, postChanged, postWithdrawn } from './post.js';
import { projectChanged } from './project.js';
import { serviceInquiryChanged, serviceInquiryCreated } from './service-inquiry.js';
import { adminUserChanged, passwordRecoveryRequested } from './session.js';
import { subscriberChanged } from './subscriber.js';
import { testimonialChanged } from './testimonial.js';
import { timelineChanged } from './timeline.js';

/** Every domain event of the platform. */
export const domainEvents: readonly DomainEvent[] = [
  leadCreated,
  leadChanged,
  clientChanged,
  projectChanged,
  timelineChanged,
  serviceInquiryCreated,
  serviceInquiryChanged,
  portfolioInquiryCreated,
  portfolioInquiryChanged,
  subscriberChanged,
  confirmationRequested,
  newsletterIssueChanged,
  exportChanged,
  postChanged,
  draftChanged,
  postWithdrawn,
  imageChanged,
  commentChanged,
  pendingCommentChanged,
  commentReceived,
  bookmarkChanged,
  testimonialChanged,
  mailSent,
  mailFailed,
  mailChanged,
  adminUserChanged,
  passwordRecoveryRequested,
];

export function eventsFor(subscriber: ServiceName): DomainEvent[] {
  return domainEvents.filter((event) => event.subscribers.includes(subscriber));
}
