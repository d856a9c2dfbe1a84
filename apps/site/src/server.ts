import type { AddressOf, LoadPage, PageLoad } from '@docfolio/federation/page-load';
import type { QueryClient } from '@tanstack/react-query';
import { bookmarkAddress, bookmarkPlaceOf } from './bookmarks/bookmark-place.js';
import { bookmarksQuery } from './bookmarks/bookmarks-query.js';
import { testimonialsQuery } from './mentorship/testimonials-query.js';

export { submit } from './forms.js';
export { default as Routes } from './routes.js';

/** Returns a page's canonical path. Only the bookmarks page uses its query. */
export const addressOf: AddressOf = ({ pathname, search }) =>
  pathname === '/bookmarks' ? bookmarkAddress(bookmarkPlaceOf(search)) : pathname;

/** Prefetches a page's data on the server. @throws ProblemError if the bookmarks cannot be fetched */
export const load: LoadPage = async ({ pathname, search, patience }, client) => {
  switch (pathname) {
    case '/bookmarks':
      await client.fetchQuery(bookmarksQuery());
      // Pages with a search are not cached (no `tags`): the number of possible searches is unlimited.
      return { status: 200, tags: bookmarkPlaceOf(search).search ? undefined : ['bookmarks'] };
    case '/mentorship':
      return loadTestimonials(client, patience);
    default:
      return { status: 200, tags: [] };
  }
};

/** Prefetches testimonials. On a failure, or if the signal aborts, the page has fallbacks and is not cached. */
const loadTestimonials = async (client: QueryClient, signal: AbortSignal): Promise<PageLoad> => {
  const query = testimonialsQuery();
  signal.addEventListener('abort', () => void client.cancelQueries(query));
  try {
    await client.fetchQuery(query);
    return { status: 200, tags: ['testimonials'] };
  } catch (error) {
    client.setQueryData(query.queryKey, { items: [] });
    return { status: 200, missing: { testimonials: error } };
  }
};
