import { type NavGroup, type NavIcon, type Page, publicPages } from '@docfolio/site-copy/pages';
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

/** Returns the navigation's groups with the pages whose title contains `search`, ignoring case; omits empty groups. */
export function navSections(search: string): NavSection[] {
  return groups
    .map((group) => ({
      group,
      pages: publicPages.filter((page) => page.nav?.group === group && contains(page.title, search)),
    }))
    .filter((section) => section.pages.length > 0);
}

/** Returns public pages that are not in `sections` and whose title or description contains `search`, ignoring case. */
export function pagesAbout(search: string, sections: readonly NavSection[]): Page[] {
  const shown = sections.flatMap(({ pages }) => pages);
  // Pages without a description are reached by a link in an email or after a form only.
  return publicPages.filter(
    (page) =>
      page.description &&
      !page.path.includes(':') &&
      !shown.includes(page) &&
      contains(`${page.title}\n${page.description}`, search),
  );
}

function contains(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase());
}
