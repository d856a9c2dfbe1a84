import type { Bookmark } from '@docfolio/contracts/bookmark';
import type { BookmarkPlace } from './bookmark-place.js';

/**
 * The bookmarks of a tab whose title, description or any tag contains what is searched, in whatever case, in their order
 * (specification, section 2).
 */
export function matchingBookmarks(bookmarks: readonly Bookmark[], { tab, search }: BookmarkPlace): Bookmark[] {
  const words = search.toLowerCase();
  return bookmarks.filter(
    ({ category, title, description, tags }) =>
      (tab === 'all' || category === tab) &&
      [title, description ?? '', ...tags].some((text) => text.toLowerCase().includes(words)),
  );
}
