import type { Testimonial } from '@docfolio/contracts/entities/testimonial';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds until data is stale, so that hydration does not refetch the data of a page that the server rendered. */
const freshFor = 5 * 60_000;

/** Returns the query for approved testimonials. The code that sends it is imported on demand. */
export const testimonialsQuery = () =>
  queryOptions<{ items: Testimonial[] }, Error>({
    // Must equal `queryKeyOf(testimonials.list)` of the api-client.
    queryKey: ['GET /testimonials', {}],
    queryFn: async (context) =>
      (await import(/* webpackChunkName: "requests" */ './testimonials-request.js')).listTestimonials(context),
    staleTime: freshFor,
    retry: false,
    meta: { access: 'public' },
  });
