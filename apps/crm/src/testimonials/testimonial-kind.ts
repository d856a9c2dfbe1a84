import { type ManagedTestimonial, testimonials } from '@docfolio/contracts/testimonial';
import { contentTrash } from '@docfolio/contracts/trash';
import { Quote } from 'lucide-react';
import type { RecordKind } from '../records/record-kind.js';

export const testimonialKind: RecordKind<ManagedTestimonial, 'testimonials'> = {
  topic: 'testimonials',
  path: '/admin/testimonials',
  drawer: true,
  icon: Quote,
  sidebar: { group: 'site' },
  count: 'testimonials',
  one: 'testimonial',
  many: 'testimonials',
  title: 'Testimonials',
  nameOf: ({ name }) => name,
  list: testimonials.listAll,
  get: testimonials.get,
  remove: testimonials.delete,
  trash: contentTrash,
  invalidates: [testimonials.list],
  words: {
    fetchFailed: 'Failed to fetch testimonials',
    toastsFetch: true,
    deleted: 'Testimonial deleted successfully',
    deleteFailed: 'Failed to delete testimonial',
  },
};

/** Returns 'CTO at Northpeak', or only role or company if the other is empty (specification, section 2). */
export function positionOf({ role, company }: Pick<ManagedTestimonial, 'role' | 'company'>): string {
  return [role, company].filter((part) => part?.trim()).join(' at ');
}
