import type * as contract from '@docfolio/contracts/bookmark';
import type * as list from '@docfolio/contracts/list';

// Only types of the contract stand here: its schemas come with the request. The types hold the words together.
const categories = [
  'articles',
  'engineering',
  'libraries',
  'tools',
] as const satisfies typeof contract.bookmarkCategories;
const searchLimit = 200 satisfies typeof list.searchLimit;

/** Specification, section 2. */
export const bookmarkTabs = ['all', ...categories] as const;
export type BookmarkTab = (typeof bookmarkTabs)[number];

/** `Articles`, as a tab and a card say it. */
export const labelOf = (tab: BookmarkTab) => `${tab.charAt(0).toUpperCase()}${tab.slice(1)}`;

/** What of the bookmarks somebody looks at; the page's address says it. */
export interface BookmarkPlace {
  tab: BookmarkTab;
  search: string;
}

/** What an address asks for; a tab that there isn't means all. */
export function bookmarkPlaceOf(query: URLSearchParams): BookmarkPlace {
  const asked = query.get('tab');
  return {
    tab: bookmarkTabs.find((tab) => tab === asked) ?? 'all',
    search: searchOf(query.get('search') ?? ''),
  };
}

/** The address of a place: without what is the same as on the page as a whole. */
export function bookmarkAddress({ tab, search }: BookmarkPlace): string {
  const query = new URLSearchParams();
  if (tab !== 'all') query.set('tab', tab);
  if (search) query.set('search', search);
  return query.size > 0 ? `/bookmarks?${query}` : '/bookmarks';
}

/** What is searched when this is typed. */
export const searchOf = (typed: string) => typed.trim().slice(0, searchLimit).trimEnd();
