import { matchesSearch } from '@docfolio/contracts/core/search-fold';
import { type Page, publicPages } from '@docfolio/site-copy/pages';
import { useEffect } from 'react';
import { type NavSection, navSections } from './navigation.js';
import { NavigationList } from './navigation-list.js';
import { SearchResults, tellResults } from './search-results.js';
import { usePostSearch } from './use-post-search.js';

/** What a search has found, for the element that announces it. */
export interface SearchOutcome {
  words: string;
  isNothing: boolean;
}

export interface DocumentationSearchProps {
  /** Not empty. */
  search: string;
  /** Pages that the remotes' builds list. */
  remotePages: readonly Page[];
  /** Called with each outcome, and with undefined when the search ends. */
  onOutcome: (outcome: SearchOutcome | undefined) => void;
}

/** The navigation filtered by title, and below it further pages and posts. Import this file on demand: few visitors search. */
export function DocumentationSearch({ search, remotePages, onOutcome }: DocumentationSearchProps) {
  const posts = usePostSearch(search);
  const sections = navSections(remotePages)
    .map(({ group, pages }) => ({ group, pages: pages.filter(({ title }) => matchesSearch([title], search)) }))
    .filter(({ pages }) => pages.length > 0);
  const pages = pagesAbout(search, sections, remotePages);
  const pageCount = pages.length + sections.reduce((sum, section) => sum + section.pages.length, 0);
  const isNothing = pageCount === 0 && (posts.state === 'off' || (posts.state === 'found' && posts.last.total === 0));
  const words = isNothing ? 'Nothing found.' : tellResults(pageCount, posts);
  useEffect(() => onOutcome({ words, isNothing }), [words, isNothing, onOutcome]);
  useEffect(() => () => onOutcome(undefined), [onOutcome]);
  return (
    <>
      <NavigationList sections={sections} collapsed={false} />
      <SearchResults search={search} pages={pages} posts={posts} />
    </>
  );
}

/** Returns public pages that are not in `sections` and whose title or description contains `search`. */
function pagesAbout(search: string, sections: readonly NavSection[], remotePages: readonly Page[]): Page[] {
  const shown = sections.flatMap(({ pages }) => pages);
  // Pages without a description are reached by a link in an email or after a form only.
  return [...publicPages, ...remotePages].filter(
    (page) =>
      page.description &&
      !page.path.includes(':') &&
      !shown.includes(page) &&
      matchesSearch([page.title, page.description], search),
  );
}
