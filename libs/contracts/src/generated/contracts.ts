// Generated from the contracts by generate.mjs. Do not edit.

import { bookmarks, bookmarkChanged, bookmarkEntity } from '../bookmark.js';
import { clients, clientChanged, clientEntity } from '../client.js';
import { commentModeration, commentReceived } from '../comment-moderation.js';
import { comments, commentChanged, pendingCommentChanged, commentEntity } from '../comment.js';
import { conversions } from '../conversion.js';
import { peopleDeadLetters, contentDeadLetters, deadLetterChanged, deadLetterEntity } from '../dead-letter.js';
import { exports, exportChanged, exportEntity } from '../export.js';
import { images, imageUses, imageChanged, imageEntity } from '../image.js';
import { leads, leadCreated, leadChanged, leadEntity } from '../lead.js';
import { mails, mailSent, mailFailed, mailChanged, mailEntity } from '../mail.js';
import { subscriptions, newsletter, confirmationRequested, newsletterIssueChanged, issueEntity } from '../newsletter.js';
import { portfolioInquiries, portfolioInquiryCreated, portfolioInquiryChanged, portfolioInquiryEntity } from '../portfolio-inquiry.js';
import { postPreviews } from '../post-preview.js';
import { postRevisions } from '../post-revision.js';
import { posts, postChanged, draftChanged, postWithdrawn, postEntity } from '../post.js';
import { projects, projectChanged, projectEntity } from '../project.js';
import { serviceInquiries, serviceInquiryCreated, serviceInquiryChanged, serviceInquiryEntity } from '../service-inquiry.js';
import { auth, passwordRecoveryRequested, adminUserChanged } from '../session.js';
import { stats } from '../stats.js';
import { subscribers, subscriberChanged, subscriberEntity } from '../subscriber.js';
import { testimonials, testimonialChanged, testimonialEntity } from '../testimonial.js';
import { timeline, timelineChanged, timelineEntity } from '../timeline.js';
import { peopleTrash, contentTrash } from '../trash.js';

export const operationTable = {
  bookmarks,
  clients,
  commentModeration,
  comments,
  conversions,
  peopleDeadLetters,
  contentDeadLetters,
  exports,
  images,
  imageUses,
  leads,
  mails,
  subscriptions,
  newsletter,
  portfolioInquiries,
  postPreviews,
  postRevisions,
  posts,
  projects,
  serviceInquiries,
  auth,
  stats,
  subscribers,
  testimonials,
  timeline,
  peopleTrash,
  contentTrash,
} as const;

export const domainEvents = [
  bookmarkChanged,
  clientChanged,
  commentReceived,
  commentChanged,
  pendingCommentChanged,
  deadLetterChanged,
  exportChanged,
  imageChanged,
  leadCreated,
  leadChanged,
  mailSent,
  mailFailed,
  mailChanged,
  confirmationRequested,
  newsletterIssueChanged,
  portfolioInquiryCreated,
  portfolioInquiryChanged,
  postChanged,
  draftChanged,
  postWithdrawn,
  projectChanged,
  serviceInquiryCreated,
  serviceInquiryChanged,
  passwordRecoveryRequested,
  adminUserChanged,
  subscriberChanged,
  testimonialChanged,
  timelineChanged,
] as const;

export const entities = [
  bookmarkEntity,
  clientEntity,
  commentEntity,
  deadLetterEntity,
  exportEntity,
  imageEntity,
  leadEntity,
  mailEntity,
  issueEntity,
  portfolioInquiryEntity,
  postEntity,
  projectEntity,
  serviceInquiryEntity,
  subscriberEntity,
  testimonialEntity,
  timelineEntity,
] as const;
