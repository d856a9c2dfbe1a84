import type { AddressOf, LoadPage } from '@docfolio/federation/page-load';
import { bookmarkAddress, bookmarkPlaceOf } from './bookmark-place.js';
import { bookmarksQuery } from './bookmarks-query.js';

export const addressOf: AddressOf = ({ search }) => bookmarkAddress(bookmarkPlaceOf(search));

/** Prefetches the bookmarks. @throws ProblemError if they cannot be fetched */
export const load: LoadPage = async ({ search }, client) => {
  await client.fetchQuery(bookmarksQuery());
  // A page without `tags` is not cached: the number of possible searches is unlimited.
  return { status: 200, tags: bookmarkPlaceOf(search).search ? undefined : ['bookmarks'] };
};
