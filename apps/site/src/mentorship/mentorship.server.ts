import type { LoadPage } from '@docfolio/federation/page-load';
import { testimonialsQuery } from './testimonials-query.js';

/** Prefetches testimonials. After a failure or abort, the page shows those of site-copy and is not cached. */
export const load: LoadPage = async ({ patience }, client) => {
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
