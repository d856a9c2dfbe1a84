import type { Testimonial } from '@docfolio/contracts/testimonial';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds: longer than the web process may keep a page, so that a page that has just arrived asks nothing. */
const freshFor = 5 * 60_000;

/**
 * The approved testimonials, featured ones first. What makes the request brings zod and the contracts: a page that came
 * from the server needs neither.
 */
export const testimonialsQuery = () =>
  queryOptions<{ items: Testimonial[] }, Error>({
    // As `queryKeyOf(testimonials.list)` of the api-client has it.
    queryKey: ['GET /testimonials', {}],
    queryFn: async (asking) =>
      (await import(/* webpackChunkName: "requests" */ './testimonials-request.js')).listTestimonials(asking),
    staleTime: freshFor,
    // The page has others to show meanwhile.
    retry: false,
    meta: { access: 'public' },
  });
