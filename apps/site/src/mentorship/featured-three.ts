import type * as contract from '@docfolio/contracts/entities/testimonial';
import { testimonials as chosen } from '@docfolio/site-copy/testimonials';

export type ShownTestimonial = Pick<contract.Testimonial, 'name' | 'role' | 'company' | 'content' | 'rating'>;

const shown = 3;

/** Returns up to three testimonials (specification, section 2): featured ones, then others of site-copy. */
export function featuredThree(approved: readonly contract.Testimonial[]): ShownTestimonial[] {
  const featured = approved.filter(({ is_featured }) => is_featured);
  const names = new Set(featured.map(({ name }) => name));
  return [...featured, ...chosen.filter(({ name }) => !names.has(name))].slice(0, shown);
}
