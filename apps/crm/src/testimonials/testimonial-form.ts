import { type ManagedTestimonial, maxRating, newTestimonial, testimonials } from '@docfolio/contracts/testimonial';
import type { RecordForm } from '../records/record-form.js';
import { testimonialKind } from './testimonial-kind.js';

/** The options of the rating's select, from 5 stars to 1 (specification, section 5). */
const ratings = Array.from({ length: maxRating }, (_, place) => maxRating - place).map((rating) => ({
  value: String(rating),
  label: rating === 1 ? '1 star' : `${rating} stars`,
}));

export const testimonialForm: RecordForm<ManagedTestimonial> = {
  kind: testimonialKind,
  fields: [
    { name: 'name', label: 'Name', control: 'text', required: true },
    { name: 'role', label: 'Role', control: 'text' },
    { name: 'company', label: 'Company', control: 'text' },
    { name: 'rating', label: 'Rating', control: 'select', options: ratings },
    { name: 'content', label: 'Testimonial Content', control: 'textarea', required: true, rows: 6 },
    { name: 'is_featured', label: 'Featured', control: 'switch', wide: true },
  ],
  empty: { name: '', role: '', company: '', rating: String(maxRating), content: '', is_featured: false },
  valuesOf: ({ name, role, company, rating, content, is_featured }) => ({
    name,
    role: role ?? '',
    company: company ?? '',
    rating: String(rating),
    content,
    is_featured,
  }),
  inputOf: (values) => ({ ...values, rating: Number(values.rating) }),
  schema: newTestimonial,
  create: testimonials.create,
  patch: testimonials.patch,
  words: {
    addTitle: 'Add New Testimonial',
    editTitle: 'Edit Testimonial',
    create: 'Create Testimonial',
    update: 'Update Testimonial',
    created: 'Testimonial created successfully',
    updated: 'Testimonial updated successfully',
    createFailed: 'Failed to create testimonial',
    updateFailed: 'Failed to update testimonial',
  },
};
