import type { RemotePage } from '@docfolio/contracts/remote';
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
 * Returns the navigation's groups with the pages whose title contains `search`, ignoring case; omits empty groups.
 * @param remotePages pages that the remotes' builds list
 */
export function navSections(search: string, remotePages: readonly Page[]): NavSection[] {
  return groups
    .map((group) => ({
      group,
      pages: [...publicPages, ...remotePages].filter(
        (page) => page.nav?.group === group && contains(page.title, search),
      ),
    }))
    .filter((section) => section.pages.length > 0);
}

/** Returns public pages that are not in `sections` and whose title or description contains `search`, ignoring case. */
export function pagesAbout(search: string, sections: readonly NavSection[], remotePages: readonly Page[]): Page[] {
  const shown = sections.flatMap(({ pages }) => pages);
  // Pages without a description are reached by a link in an email or after a form only.
  return [...publicPages, ...remotePages].filter(
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
