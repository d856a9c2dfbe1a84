import type { Bookmark } from '@docfolio/contracts/entities/bookmark';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds until data is stale, so that hydration does not refetch the data of a page that the server rendered. */
const freshFor = 5 * 60_000;

/** Returns the query for all bookmarks, newest first. The code that sends it is imported on demand. */
export const bookmarksQuery = () =>
  queryOptions<{ items: Bookmark[] }, Error>({
    // Must equal `queryKeyOf(bookmarks.list)` of the api-client.
    queryKey: ['GET /bookmarks', {}],
    queryFn: async (context) =>
      (await import(/* webpackChunkName: "requests" */ './bookmarks-request.js')).listBookmarks(context),
    staleTime: freshFor,
    meta: { access: 'public' },
  });
