import { z } from 'zod';
import { crud, patchOf, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { itemsOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { line, optional, recordId, requiredLine, requiredParagraphs, timestamp } from '../core/text.js';

export const testimonialEntity = entity({
  collection: 'testimonials',
  service: 'content',
  trash: true,
  cacheTag: 'testimonials',
  counts: {
    testimonials: {},
    approved_testimonials: { is_approved: true },
    pending_testimonials: { is_approved: false },
  },
});

export const maxRating = 5;

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

export const managedTestimonial = testimonial.extend({ is_approved: z.boolean(), ...recordStamps });
export type ManagedTestimonial = z.output<typeof managedTestimonial>;

const testimonialFields = {
  name: requiredLine('Name is required'),
  role: optional(line()),
  company: optional(line()),
  content: requiredParagraphs('Testimonial Content is required'),
  rating: z.int('Not a rating').min(1, 'Not a rating').max(maxRating, 'Not a rating'),
  is_featured: z.boolean(),
};

/** A testimonial that an admin creates. It is approved immediately (specification, section 4). */
export const newTestimonial = z.strictObject({
  ...testimonialFields,
  rating: testimonialFields.rating.default(maxRating),
  is_featured: z.boolean().default(false),
});
export type NewTestimonial = z.output<typeof newTestimonial>;

export const testimonialPatch = patchOf({ ...testimonialFields, is_approved: z.boolean() }, [
  'is_approved',
  'is_featured',
]);
export type TestimonialPatch = z.output<typeof testimonialPatch>;

export const testimonialSorts = ['-created_at', 'created_at', 'name', '-name', '-rating', 'rating'] as const;
/** Filters of the admin list; without one, all testimonials are listed (specification, section 9). */
export const testimonialFilters = ['approved', 'pending', 'featured'] as const;
export const testimonialListQuery = listQuery(testimonialSorts, {
  status: z.enum(testimonialFilters, 'Unknown filter').optional(),
});
export type TestimonialListQuery = z.output<typeof testimonialListQuery>;

const { list: listAll, ...managed } = crud(testimonialEntity, {
  noun: 'testimonial',
  query: testimonialListQuery,
  record: managedTestimonial,
  create: newTestimonial,
  patch: testimonialPatch,
  summaries: {
    list: 'List all testimonials, newest first. Searches name, role, company and content.',
    create: 'Create a testimonial, approved immediately.',
    patch: 'Update, approve or feature a testimonial.',
  },
});

export const testimonials = operations({
  list: operation({
    service: 'content',
    method: 'GET',
    path: '/testimonials',
    access: 'public',
    input: z.strictObject({}),
    output: itemsOf(testimonial),
    cache: ['testimonials'],
    summary: 'List approved testimonials: featured ones first, then the newest.',
  }),
  listAll,
  ...managed,
});

export const testimonialChanged = recordEvent('testimonial.changed', 'testimonials', [], ['testimonials']);
