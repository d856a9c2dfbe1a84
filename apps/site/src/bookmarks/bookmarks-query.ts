import type { Bookmark } from '@docfolio/contracts/bookmark';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds: longer than the web process may keep a page, so that a page that has just arrived asks nothing. */
const freshFor = 5 * 60_000;

/**
 * All bookmarks, newest first. What makes the request brings zod and the contracts: a page that came from the server
 * needs neither.
 */
export const bookmarksQuery = () =>
  queryOptions<{ items: Bookmark[] }, Error>({
    // As `queryKeyOf(bookmarks.list)` of the api-client has it.
    queryKey: ['GET /bookmarks', {}],
    queryFn: async (asking) =>
      (await import(/* webpackChunkName: "requests" */ './bookmarks-request.js')).listBookmarks(asking),
    staleTime: freshFor,
    meta: { access: 'public' },
  });
