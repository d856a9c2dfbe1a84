import type * as contract from '@docfolio/contracts/testimonial';
import { testimonials as chosen } from '@docfolio/site-copy/testimonials';

export type ShownTestimonial = Pick<contract.Testimonial, 'name' | 'role' | 'company' | 'content' | 'rating'>;

/** Number of testimonials shown (specification, section 2). */
const shown = 3;

/** Returns the first three featured testimonials; if there are fewer, fills up with those of site-copy by other names. */
export function featuredThree(approved: readonly contract.Testimonial[]): ShownTestimonial[] {
  const featured = approved.filter(({ is_featured }) => is_featured);
  const names = new Set(featured.map(({ name }) => name));
  return [...featured, ...chosen.filter(({ name }) => !names.has(name))].slice(0, shown);
}
