import type { Testimonial } from '@docfolio/contracts/testimonial';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds: longer than the web process caches a page, so that a page just loaded fetches nothing. */
const freshFor = 5 * 60_000;

/** Approved testimonials, featured ones first. The request code is loaded only if it is needed. */
export const testimonialsQuery = () =>
  queryOptions<{ items: Testimonial[] }, Error>({
    // Must equal `queryKeyOf(testimonials.list)` of the api-client.
    queryKey: ['GET /testimonials', {}],
    queryFn: async (asking) =>
      (await import(/* webpackChunkName: "requests" */ './testimonials-request.js')).listTestimonials(asking),
    staleTime: freshFor,
    // The page has fallbacks.
    retry: false,
    meta: { access: 'public' },
  });
