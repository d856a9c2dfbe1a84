import type { TrashType } from '@docfolio/contracts/trash';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { commentKind } from '../blog/comments/comment-kind.js';
import { postKind } from '../blog/posts/post-kind.js';
import { bookmarkKind } from '../bookmarks/bookmark-kind.js';
import { clientKind } from '../people/clients/client-kind.js';
import { portfolioInquiryKind } from '../people/inquiries/portfolio-inquiry-kind.js';
import { serviceInquiryKind } from '../people/inquiries/service-inquiry-kind.js';
import { leadKind } from '../people/leads/lead-kind.js';
import { projectKind } from '../people/projects/project-kind.js';
import { subscriberKind } from '../people/subscribers/subscriber-kind.js';
import type { CrmRecord, RecordKind } from '../records/record-kind.js';
import { testimonialKind } from '../testimonials/testimonial-kind.js';

/** A kind of record (leads, posts, ...) and the page that lists its records. */
export type ListedKind<Topic extends TrashType = TrashType> = RecordKind<CrmRecord, Topic> & {
  readonly Page: LazyExoticComponent<ComponentType>;
};

const listed = <R extends CrmRecord, Topic extends TrashType>(
  kind: RecordKind<R, Topic>,
  loadPage: () => Promise<{ default: ComponentType }>,
) => ({ ...(kind as RecordKind<CrmRecord, Topic>), Page: lazy(loadPage) });

/** The kinds of records in the order of sidebar, palette and trash. Routes, counts and live updates use this table. */
export const kinds: { readonly [Topic in TrashType]: ListedKind<Topic> } = {
  leads: listed(leadKind, () => import('../people/leads/lead-list.page.js')),
  clients: listed(clientKind, () => import('../people/clients/client-list.page.js')),
  projects: listed(projectKind, () => import('../people/projects/project-list.page.js')),
  service_inquiries: listed(serviceInquiryKind, () => import('../people/inquiries/service-inquiry-list.page.js')),
  portfolio_inquiries: listed(portfolioInquiryKind, () => import('../people/inquiries/portfolio-inquiry-list.page.js')),
  blog_posts: listed(postKind, () => import('../blog/posts/post-list.page.js')),
  blog_comments: listed(commentKind, () => import('../blog/comments/comment-list.page.js')),
  blog_subscribers: listed(subscriberKind, () => import('../people/subscribers/subscriber-list.page.js')),
  bookmarks: listed(bookmarkKind, () => import('../bookmarks/bookmark-list.page.js')),
  testimonials: listed(testimonialKind, () => import('../testimonials/testimonial-list.page.js')),
};

export const allKinds: readonly ListedKind[] = Object.values(kinds);
