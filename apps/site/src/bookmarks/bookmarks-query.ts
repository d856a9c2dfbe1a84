import type { Bookmark } from '@docfolio/contracts/bookmark';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds until data is stale: longer than the web process caches a page, whose data is then not refetched. */
const freshFor = 5 * 60_000;

/** Returns the query for all bookmarks, newest first. Its code is loaded when the query runs. */
export const bookmarksQuery = () =>
  queryOptions<{ items: Bookmark[] }, Error>({
    // Must equal `queryKeyOf(bookmarks.list)` of the api-client.
    queryKey: ['GET /bookmarks', {}],
    queryFn: async (context) =>
      (await import(/* webpackChunkName: "requests" */ './bookmarks-request.js')).listBookmarks(context),
    staleTime: freshFor,
    meta: { access: 'public' },
  });
