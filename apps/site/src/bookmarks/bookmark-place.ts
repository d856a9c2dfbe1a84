import { bookmarkCategories, searchLimit } from '@docfolio/contracts/generated/constants';

/** The tabs of the bookmarks page, in their order (specification, section 2). */
export const bookmarkTabs = ['all', ...bookmarkCategories] as const;
export type BookmarkTab = (typeof bookmarkTabs)[number];

/** Returns a tab's label, such as `Articles`. */
export const labelOf = (tab: BookmarkTab) => `${tab.charAt(0).toUpperCase()}${tab.slice(1)}`;

/** Tab and search of the bookmarks page, as in its URL. */
export interface BookmarkPlace {
  tab: BookmarkTab;
  search: string;
}

/** Reads tab and search from a URL's query. An unknown or missing tab means `all`. */
export function bookmarkPlaceOf(query: URLSearchParams): BookmarkPlace {
  const asked = query.get('tab');
  return {
    tab: bookmarkTabs.find((tab) => tab === asked) ?? 'all',
    search: searchOf(query.get('search') ?? ''),
  };
}

/** Returns the path and query of the bookmarks page for a tab and a search; defaults are omitted. */
export function bookmarkAddress({ tab, search }: BookmarkPlace): string {
  const query = new URLSearchParams();
  if (tab !== 'all') query.set('tab', tab);
  if (search) query.set('search', search);
  return query.size > 0 ? `/bookmarks?${query}` : '/bookmarks';
}

/** Trims typed text and cuts it at `searchLimit` characters. */
export const searchOf = (typed: string) => typed.trim().slice(0, searchLimit).trimEnd();
