import { z } from 'zod';
import { recordEvent } from './event.js';
import { itemsOf, listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId } from './record-link.js';
import { line, optional, recordId, requiredLine, requiredParagraphs, timestamp } from './text.js';

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

/** A testimonial as the owner sees it. */
export const managedTestimonial = testimonial.extend({
  is_approved: z.boolean(),
  updated_at: timestamp,
  /** Raised by each edit. */
  version: z.int().min(1),
});
export type ManagedTestimonial = z.output<typeof managedTestimonial>;

const testimonialFields = {
  name: requiredLine('Name is required'),
  role: optional(line()),
  company: optional(line()),
  content: requiredParagraphs('Testimonial Content is required'),
  rating: z.int('Not a rating').min(1, 'Not a rating').max(maxRating, 'Not a rating'),
  is_featured: z.boolean(),
};

/** One that the owner writes down: approved at once (specification, section 4). */
export const newTestimonial = z.strictObject({
  ...testimonialFields,
  rating: testimonialFields.rating.default(maxRating),
  is_featured: z.boolean().default(false),
});
export type NewTestimonial = z.output<typeof newTestimonial>;

/** A form's save names the version it read; approving and featuring need none. */
export const testimonialPatch = z
  .strictObject({ ...testimonialFields, is_approved: z.boolean() })
  .partial()
  .extend({ id: recordId, version: z.int().min(1).optional() })
  .refine(
    ({ id: _id, version, is_approved: _approved, is_featured: _featured, ...fields }) =>
      version !== undefined || !Object.keys(fields).length,
    { path: ['version'], message: 'Name the version that was edited' },
  );
export type TestimonialPatch = z.output<typeof testimonialPatch>;

export const testimonialSorts = ['-created_at', 'created_at', 'name', '-name', '-rating', 'rating'] as const;
/** Specification, section 9: all, approved, pending, featured. */
export const testimonialFilters = ['approved', 'pending', 'featured'] as const;
export const testimonialListQuery = listQuery(testimonialSorts, {
  status: z.enum(testimonialFilters, 'Unknown filter').optional(),
});
export type TestimonialListQuery = z.output<typeof testimonialListQuery>;

const admin = { service: 'content', access: 'admin' } as const;

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
  listAll: operation({
    ...admin,
    method: 'GET',
    path: '/admin/testimonials',
    input: testimonialListQuery,
    output: listOf(managedTestimonial),
    summary: 'All testimonials, newest first; searched by name, role, company and content.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/testimonials/:id',
    input: byId,
    output: managedTestimonial,
    summary: 'One testimonial.',
  }),
  create: operation({
    ...admin,
    method: 'POST',
    path: '/admin/testimonials',
    input: newTestimonial,
    output: managedTestimonial,
    creates: true,
    summary: 'Write down a testimonial, approved at once.',
  }),
  patch: operation({
    ...admin,
    method: 'PATCH',
    path: '/admin/testimonials/:id',
    input: testimonialPatch,
    output: managedTestimonial,
    summary: 'Change a testimonial, approve or feature it.',
  }),
  delete: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/testimonials/:id',
    input: byId,
    output: byId,
    summary: 'Delete a testimonial.',
  }),
};

/** A testimonial was made, changed, deleted or restored. */
export const testimonialChanged = recordEvent('testimonial.changed', 'testimonials', [], ['testimonials']);
