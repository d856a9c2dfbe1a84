import type * as contract from '@docfolio/contracts/bookmark';
import type * as list from '@docfolio/contracts/list';

// Imports only types of the contract, whose schemas are loaded with the request. `satisfies` keeps the values equal.
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

/** `Articles` */
export const labelOf = (tab: BookmarkTab) => `${tab.charAt(0).toUpperCase()}${tab.slice(1)}`;

/** The selected bookmarks, as the URL names them. */
export interface BookmarkPlace {
  tab: BookmarkTab;
  search: string;
}

/** Reads the tab and the search from the URL. An unknown tab means all. */
export function bookmarkPlaceOf(query: URLSearchParams): BookmarkPlace {
  const asked = query.get('tab');
  return {
    tab: bookmarkTabs.find((tab) => tab === asked) ?? 'all',
    search: searchOf(query.get('search') ?? ''),
  };
}

/** Returns the URL of a selection without default values. */
export function bookmarkAddress({ tab, search }: BookmarkPlace): string {
  const query = new URLSearchParams();
  if (tab !== 'all') query.set('tab', tab);
  if (search) query.set('search', search);
  return query.size > 0 ? `/bookmarks?${query}` : '/bookmarks';
}

/** Returns typed text as it is searched. */
export const searchOf = (typed: string) => typed.trim().slice(0, searchLimit).trimEnd();
