import { type NavGroup, type NavIcon, type Page, publicPages } from '@docfolio/content/pages';
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

export const navIcons: Readonly<Record<NavIcon, LucideIcon>> = {
  'book-open': BookOpen,
  user: UserRound,
  layers: Layers,
  mail: Mail,
  'graduation-cap': GraduationCap,
  'folder-git': FolderGit2,
  pen: PenLine,
  bookmark: Bookmark,
};

const groups: readonly NavGroup[] = ['Guide', 'Reference'];

export interface NavSection {
  group: NavGroup;
  pages: Page[];
}

/** The navigation's groups with the pages whose title contains the search, without regard to case. */
export function navSections(search: string): NavSection[] {
  const sought = search.trim().toLowerCase();
  return groups
    .map((group) => ({
      group,
      pages: publicPages.filter(
        (page) => page.nav?.group === group && (sought === '' || page.title.toLowerCase().includes(sought)),
      ),
    }))
    .filter((section) => section.pages.length > 0);
}
