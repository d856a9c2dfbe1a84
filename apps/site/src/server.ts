import type { AddressOf, LoadPage, PageLoad } from '@docfolio/federation/page-load';
import type { QueryClient } from '@tanstack/react-query';
import { bookmarkAddress, bookmarkPlaceOf } from './bookmarks/bookmark-place.js';
import { bookmarksQuery } from './bookmarks/bookmarks-query.js';
import { testimonialsQuery } from './mentorship/testimonials-query.js';

export { submit } from './forms.js';
export { default as Routes } from './routes.js';

/** The bookmarks alone read their query. */
export const addressOf: AddressOf = ({ pathname, search }) =>
  pathname === '/bookmarks' ? bookmarkAddress(bookmarkPlaceOf(search)) : pathname;

/** What the pages of the site show that isn't in their content. @throws ProblemError the bookmarks can't be read */
export const load: LoadPage = async ({ pathname, search, patience }, client) => {
  switch (pathname) {
    case '/bookmarks':
      await client.fetchQuery(bookmarksQuery());
      // Of searches there is no end: none is kept.
      return { status: 200, tags: bookmarkPlaceOf(search).search ? undefined : ['bookmarks'] };
    case '/mentorship':
      return loadTestimonials(client, patience);
    default:
      return { status: 200, tags: [] };
  }
};

/** Without an answer the page shows those that the owner chose beforehand, and isn't kept. */
const loadTestimonials = async (client: QueryClient, patience: AbortSignal): Promise<PageLoad> => {
  const query = testimonialsQuery();
  patience.addEventListener('abort', () => void client.cancelQueries(query));
  try {
    await client.fetchQuery(query);
    return { status: 200, tags: ['testimonials'] };
  } catch (error) {
    client.setQueryData(query.queryKey, { items: [] });
    return { status: 200, missing: { testimonials: error } };
  }
};
