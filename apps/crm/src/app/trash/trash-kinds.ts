import type { List } from '@docfolio/contracts/list';
import type { Operation } from '@docfolio/contracts/operation';
import {
  contentTrash,
  contentTrashTypes,
  peopleTrash,
  peopleTrashTypes,
  type Trashed,
  type TrashType,
} from '@docfolio/contracts/trash';
import {
  Bookmark,
  Briefcase,
  FileText,
  FolderKanban,
  Inbox,
  type LucideIcon,
  MessageSquare,
  MessageSquareText,
  Quote,
  Rss,
  Users,
} from 'lucide-react';
import type { z } from 'zod';

export interface TrashKind {
  /** 'lead', 'leads': as they stand in a sentence. */
  one: string;
  many: string;
  icon: LucideIcon;
}

/** What can lie in the trash, in the sidebar's order and with its icons. */
export const trashKinds: Readonly<Record<TrashType, TrashKind>> = {
  leads: { one: 'lead', many: 'leads', icon: Inbox },
  clients: { one: 'client', many: 'clients', icon: Users },
  projects: { one: 'project', many: 'projects', icon: FolderKanban },
  service_inquiries: { one: 'service inquiry', many: 'service inquiries', icon: MessageSquareText },
  portfolio_inquiries: { one: 'portfolio inquiry', many: 'portfolio inquiries', icon: Briefcase },
  blog_posts: { one: 'post', many: 'posts', icon: FileText },
  blog_comments: { one: 'comment', many: 'comments', icon: MessageSquare },
  blog_subscribers: { one: 'subscriber', many: 'subscribers', icon: Rss },
  bookmarks: { one: 'bookmark', many: 'bookmarks', icon: Bookmark },
  testimonials: { one: 'testimonial', many: 'testimonials', icon: Quote },
};
export const trashTypes = Object.keys(trashKinds) as TrashType[];

/** One service's part of the trash. It fails alone. */
export interface TrashPart {
  types: readonly TrashType[];
  list: Operation<z.ZodType, z.ZodType<List<Trashed>>>;
  restore: Operation;
  purge: Operation;
  empty: Operation<z.ZodType, z.ZodType<{ purged: number }>>;
  /** What cannot be shown while its service is away. */
  words: string;
}

export const peoplePart: TrashPart = {
  ...peopleTrash,
  types: peopleTrashTypes,
  words: 'Deleted leads, clients, projects, inquiries and subscribers',
};
export const contentPart: TrashPart = {
  ...contentTrash,
  types: contentTrashTypes,
  words: 'Deleted posts, comments, bookmarks and testimonials',
};
export const trashParts: readonly TrashPart[] = [peoplePart, contentPart];

export const partOf = (type: TrashType): TrashPart => trashParts.find(({ types }) => types.includes(type))!;

/** Names a row: ids are unique within a kind. */
export const trashKeyOf = ({ type, id }: Pick<Trashed, 'type' | 'id'>) => `${type}/${id}`;
