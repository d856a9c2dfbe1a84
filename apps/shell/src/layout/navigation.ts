import type { RemotePage } from '@docfolio/contracts/entities/remote';
import { type Page, publicPages } from '@docfolio/site-copy/pages';
import {
  Bookmark,
  BookOpen,
  FolderGit2,
  GraduationCap,
  Layers,
  type LucideIcon,
  Mail,
  PenLine,
  UserRound,
} from 'lucide-react';

type Nav = NonNullable<RemotePage['nav']>;

export const navIcons: Readonly<Record<Nav['icon'], LucideIcon>> = {
  'book-open': BookOpen,
  user: UserRound,
  layers: Layers,
  mail: Mail,
  'graduation-cap': GraduationCap,
  'folder-git': FolderGit2,
  pen: PenLine,
  bookmark: Bookmark,
};

const groups: readonly Nav['group'][] = ['Guide', 'Reference'];

export interface NavSection {
  group: Nav['group'];
  pages: Page[];
}

/**
 * Returns the navigation's groups with their pages; omits empty groups.
 * @param remotePages pages that the remotes' builds list
 */
export function navSections(remotePages: readonly Page[]): NavSection[] {
  return groups
    .map((group) => ({
      group,
      pages: [...publicPages, ...remotePages].filter((page) => page.nav?.group === group),
    }))
    .filter((section) => section.pages.length > 0);
}
