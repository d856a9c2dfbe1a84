import type { CrmRecord, RecordKind } from '@docfolio/admin/records/record-kind';
import type { TrashType } from '@docfolio/contracts/entities/trash';
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
import { testimonialKind } from '../testimonials/testimonial-kind.js';

/** A kind of record (leads, posts, ...) and the page that lists its records. */
export type ListedKind<Topic extends TrashType = TrashType> = RecordKind<CrmRecord, Topic> & {
  readonly Page: LazyExoticComponent<ComponentType>;
  /** Loads the page, which is then rendered without suspending. */
  readonly preloadPage: () => Promise<void>;
};

type PageModule = { default: ComponentType };

/** Returns a thenable that calls back synchronously: React suspends on a promise even if it is resolved. */
const resolvedNow = (page: PageModule) =>
  // biome-ignore lint/suspicious/noThenProperty: React calls it
  ({ then: (use: (page: PageModule) => void) => use(page) }) as unknown as Promise<PageModule>;

const listed = <R extends CrmRecord, Topic extends TrashType>(
  kind: RecordKind<R, Topic>,
  load: () => Promise<PageModule>,
) => {
  let loaded: PageModule | undefined;
  return {
    ...(kind as RecordKind<CrmRecord, Topic>),
    Page: lazy(() => (loaded ? resolvedNow(loaded) : load())),
    preloadPage: async () => {
      loaded = await load();
    },
  };
};

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

/** Loads the list page of an address, so that it arrives while the session is checked. Resolves also if that fails. */
export async function preloadPage(pathname: string): Promise<void> {
  const kind = allKinds.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  try {
    await kind?.preloadPage();
  } catch (error) {
    // Rendering the page loads it again, and shows the failure.
    console.warn(`Preloading ${pathname} failed`, error);
  }
}
