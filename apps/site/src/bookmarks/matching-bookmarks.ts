import type { Bookmark } from '@docfolio/contracts/bookmark';
import type { BookmarkPlace } from './bookmark-place.js';

/** Returns the bookmarks of a tab whose title, description or tags contain the search, ignoring case. */
export function matchingBookmarks(bookmarks: readonly Bookmark[], { tab, search }: BookmarkPlace): Bookmark[] {
  const words = search.toLowerCase();
  return bookmarks.filter(
    ({ category, title, description, tags }) =>
      (tab === 'all' || category === tab) &&
      [title, description ?? '', ...tags].some((text) => text.toLowerCase().includes(words)),
  );
}
