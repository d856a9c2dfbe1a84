import type { Bookmark } from '@docfolio/contracts/bookmark';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds: longer than the web process caches a page, so that a page just loaded fetches nothing. */
const freshFor = 5 * 60_000;

/** All bookmarks, newest first. The request code, with zod and the contracts, is loaded only if it is needed. */
export const bookmarksQuery = () =>
  queryOptions<{ items: Bookmark[] }, Error>({
    // Must equal `queryKeyOf(bookmarks.list)` of the api-client.
    queryKey: ['GET /bookmarks', {}],
    queryFn: async (asking) =>
      (await import(/* webpackChunkName: "requests" */ './bookmarks-request.js')).listBookmarks(asking),
    staleTime: freshFor,
    meta: { access: 'public' },
  });
