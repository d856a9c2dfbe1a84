import {
  type ListedCollection,
  listedCollections,
  type RecordPage,
  recordPageOf,
} from '@docfolio/contracts/core/record-page';
import type { ContentStats, PeopleStats } from '@docfolio/contracts/entities/stats';
import type { Status } from '@docfolio/ui/display/status-glyph';
import {
  Bookmark,
  Box,
  Briefcase,
  FileText,
  FolderKanban,
  Inbox,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  Quote,
  Rss,
  Users,
} from 'lucide-react';
import { leadStatuses } from './lead-statuses.js';
import { projectStatuses } from './project-statuses.js';

/** Facts about a kind of record that are shown outside its own pages: in sidebar, palette, trash and audit trail. */
interface DeclaredFacts {
  /** Name in a sentence: 'client'. */
  readonly one: string;
  /** Default: `one` with an s. */
  readonly many?: string;
  readonly icon?: LucideIcon;
  /** Group of the kind's link in the sidebar, whose `label` replaces the title. Default: a link only in the palette. */
  readonly group?: 'people' | 'site';
  readonly label?: string;
  /** The key that opens the list page after G. */
  readonly goKey?: string;
  /** The field of the service's stats to show beside the sidebar link. */
  readonly count?: keyof PeopleStats | keyof ContentStats;
  /** Values of the field `status`, if the list shows and changes it. In this order, digits choose them. */
  readonly statuses?: readonly Status[];
}

export interface KindFacts extends DeclaredFacts, RecordPage {
  readonly topic: ListedCollection;
  readonly many: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** In the order of sidebar and palette (specification, section 2). */
const declared: { readonly [Topic in ListedCollection]: DeclaredFacts } = {
  leads: { one: 'lead', icon: Inbox, group: 'people', goKey: 'l', count: 'leads', statuses: leadStatuses },
  clients: { one: 'client', icon: Users, group: 'people', goKey: 'c', count: 'clients' },
  projects: {
    one: 'project',
    icon: FolderKanban,
    group: 'people',
    goKey: 'p',
    count: 'projects',
    statuses: projectStatuses,
  },
  service_inquiries: {
    one: 'service inquiry',
    many: 'service inquiries',
    icon: MessageSquareText,
    group: 'people',
    count: 'service_inquiries',
  },
  portfolio_inquiries: {
    one: 'portfolio inquiry',
    many: 'portfolio inquiries',
    icon: Briefcase,
    group: 'people',
    count: 'portfolio_inquiries',
  },
  blog_posts: { one: 'post', icon: FileText, group: 'site', label: 'Blog', count: 'posts' },
  blog_comments: { one: 'comment', icon: MessageCircle },
  blog_subscribers: { one: 'subscriber', icon: Rss, group: 'site', count: 'subscribers' },
  bookmarks: { one: 'bookmark', icon: Bookmark, group: 'site', count: 'bookmarks' },
  testimonials: { one: 'testimonial', icon: Quote, group: 'site', count: 'testimonials' },
};

/** Returns what the platform says of a kind of record. Its address and title follow from the contract. */
export function kindFactsOf(topic: ListedCollection): KindFacts {
  const page = recordPageOf(topic);
  const { one } = declared[topic];
  return { topic, many: `${one}s`, icon: Box, label: page.title, ...page, ...declared[topic] };
}

export const isListed = (kind: string): kind is ListedCollection => listedCollections.some((each) => each === kind);

export const allKindFacts: readonly KindFacts[] = (Object.keys(declared) as ListedCollection[]).map(kindFactsOf);
