import type { Testimonial } from '@docfolio/contracts/testimonial';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds until data is stale: longer than the web process caches a page, whose data is then not refetched. */
const freshFor = 5 * 60_000;

/** Returns the query for approved testimonials, featured ones first. Its code is loaded when the query runs. */
export const testimonialsQuery = () =>
  queryOptions<{ items: Testimonial[] }, Error>({
    // Must equal `queryKeyOf(testimonials.list)` of the api-client.
    queryKey: ['GET /testimonials', {}],
    queryFn: async (context) =>
      (await import(/* webpackChunkName: "requests" */ './testimonials-request.js')).listTestimonials(context),
    staleTime: freshFor,
    // A failure is not retried, because the page has fallbacks.
    retry: false,
    meta: { access: 'public' },
  });
