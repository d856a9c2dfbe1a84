import { type LucideIcon, MessageCircle } from 'lucide-react';
import { sidebarGroups, trashLink } from '../layout/sidebar-links.js';

export interface PalettePage {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The second key after G that leads there. */
  goKey?: string;
}

/** G, then one of these, goes to a page. */
export const goKeys: Readonly<Record<string, string>> = {
  d: '/admin',
  l: '/admin/leads',
  c: '/admin/clients',
  p: '/admin/projects',
};

const keyOf = (to: string) => Object.keys(goKeys).find((key) => goKeys[key] === to);

/** Behind the sidebar's Blog, beside its posts. */
const commentsLink = { to: '/admin/blog/comments', label: 'Comments', icon: MessageCircle };

/** The ten pages of the sidebar in their order, the comments and the trash. */
const pages: readonly PalettePage[] = [...sidebarGroups.flat(), commentsLink, trashLink].map((link) => ({
  ...link,
  goKey: keyOf(link.to),
}));

/** The pages that a text names, those first that begin with it; all of them without a text. */
export function findPages(text: string): readonly PalettePage[] {
  const wanted = text.toLowerCase();
  const place = ({ label }: PalettePage) => label.toLowerCase().indexOf(wanted);
  const found = pages.filter((page) => place(page) >= 0);
  return [...found.filter((page) => place(page) === 0), ...found.filter((page) => place(page) > 0)];
}
