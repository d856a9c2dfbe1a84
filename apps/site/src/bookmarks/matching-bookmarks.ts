import { matchesSearch } from '@docfolio/contracts/core/search-fold';
import type { Bookmark } from '@docfolio/contracts/entities/bookmark';
import type { BookmarkPlace } from './bookmark-place.js';

/** Returns the bookmarks of a tab whose title, description or tags contain the search. */
export function matchingBookmarks(bookmarks: readonly Bookmark[], { tab, search }: BookmarkPlace): Bookmark[] {
  return bookmarks.filter(
    ({ category, title, description, tags }) =>
      (tab === 'all' || category === tab) && matchesSearch([title, description, ...tags], search),
  );
}
