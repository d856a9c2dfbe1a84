import { bookmarks } from './bookmark.js';
import { clients } from './client.js';
import { comments } from './comment.js';
import { commentModeration } from './comment-moderation.js';
import { conversions } from './conversion.js';
import { contentDeadLetters, peopleDeadLetters } from './dead-letter.js';
import { exports } from './export.js';
import { images, imageUses } from './image.js';
import { leads } from './lead.js';
import { mails } from './mail.js';
import { newsletter, subscriptions } from './newsletter.js';
import { type Operation, operationKey, type ServiceName } from './operation.js';
import { portfolioInquiries } from './portfolio-inquiry.js';
import { posts } from './post.js';
import { postPreviews } from './post-preview.js';
import { postRevisions } from './post-revision.js';
import { projects } from './project.js';
import { serviceInquiries } from './service-inquiry.js';
import { auth } from './session.js';
import { stats } from './stats.js';
import { subscribers } from './subscriber.js';
import { testimonials } from './testimonial.js';
import { timeline } from './timeline.js';
import { contentTrash, peopleTrash } from './trash.js';

/** Every operation of the platform, by the name of its contract and its own. A new entity adds one line. */
export const operationTable = {
  auth,
  leads,
  conversions,
  clients,
  projects,
  timeline,
  serviceInquiries,
  portfolioInquiries,
  subscribers,
  subscriptions,
  exports,
  posts,
  postRevisions,
  postPreviews,
  images,
  imageUses,
  comments,
  commentModeration,
  bookmarks,
  testimonials,
  stats,
  mails,
  newsletter,
  peopleTrash,
  contentTrash,
  peopleDeadLetters,
  contentDeadLetters,
} as const;

export interface NamedOperation {
  /** `leads.list` */
  name: string;
  operation: Operation;
}

/** The table as a list. @throws Error when two operations answer one method and path. */
export function allOperations(): NamedOperation[] {
  const all = Object.entries(operationTable).flatMap(([entity, group]) =>
    Object.entries(group).map(([name, op]): NamedOperation => ({ name: `${entity}.${name}`, operation: op })),
  );
  const seen = new Map<string, string>();
  for (const { name, operation } of all) {
    const key = operationKey(operation);
    if (seen.has(key)) throw new Error(`${seen.get(key)} and ${name} both answer ${key}`);
    seen.set(key, name);
  }
  return all;
}

export function operationsOf(service: ServiceName): NamedOperation[] {
  return allOperations().filter(({ operation }) => operation.service === service);
}
