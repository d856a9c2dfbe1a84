import { z } from 'zod';
import { line } from './text.schema.js';

export const chosenTestimonial = z.strictObject({
  name: line,
  role: line.nullable(),
  company: line.nullable(),
  content: z.string().trim().min(40).max(600),
  /** Number of stars (specification, section 9). */
  rating: z.int().min(1).max(5),
});
export type ChosenTestimonial = z.output<typeof chosenTestimonial>;

/** At most three testimonials, because the mentorship page shows three. */
export const chosenTestimonials = z.array(chosenTestimonial).max(3).readonly();
