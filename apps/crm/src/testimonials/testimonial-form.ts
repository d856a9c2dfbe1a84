import { type RecordForm, recordForm } from '@docfolio/admin/records/record-form';
import { type ManagedTestimonial, maxRating, newTestimonial } from '@docfolio/contracts/entities/testimonial';
import { testimonialKind } from './testimonial-kind.js';

const ratings = Array.from({ length: maxRating }, (_, place) => maxRating - place).map((rating) => ({
  value: String(rating),
  label: rating === 1 ? '1 star' : `${rating} stars`,
}));

export const testimonialForm: RecordForm<ManagedTestimonial> = recordForm({
  kind: testimonialKind,
  schema: newTestimonial,
  fields: [
    { name: 'name', label: 'Name', control: 'text', required: true },
    { name: 'role', label: 'Role', control: 'text' },
    { name: 'company', label: 'Company', control: 'text' },
    { name: 'rating', label: 'Rating', control: 'select', options: ratings },
    { name: 'content', label: 'Testimonial Content', control: 'textarea', required: true, rows: 6 },
    { name: 'is_featured', label: 'Featured', control: 'switch', wide: true },
  ],
  empty: { rating: String(maxRating) },
  inputOf: (values) => ({ ...values, rating: Number(values.rating) }),
});
