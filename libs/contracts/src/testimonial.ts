import { z } from 'zod';
import { itemsOf } from './list.js';
import { operation } from './operation.js';
import { recordId, timestamp } from './text.js';

/** Stars (specification, section 9). */
export const maxRating = 5;

/** An approved testimonial as everybody sees it. */
export const testimonial = z.object({
  id: recordId,
  name: z.string(),
  role: z.string().nullable(),
  company: z.string().nullable(),
  content: z.string(),
  rating: z.int().min(1).max(maxRating),
  is_featured: z.boolean(),
  created_at: timestamp,
});
export type Testimonial = z.output<typeof testimonial>;

export const testimonials = {
  list: operation({
    service: 'content',
    method: 'GET',
    path: '/testimonials',
    access: 'public',
    input: z.strictObject({}),
    output: itemsOf(testimonial),
    cache: ['testimonials'],
    summary: 'Approved testimonials: featured ones first, then the newest.',
  }),
};
