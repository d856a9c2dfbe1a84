import { type ManagedTestimonial, testimonials } from '@docfolio/contracts/testimonial';
import { Quote } from 'lucide-react';
import { type RecordKind, recordKind } from '../records/record-kind.js';

export const testimonialKind: RecordKind<ManagedTestimonial, 'testimonials'> = recordKind({
  ...testimonials,
  list: testimonials.listAll,
  topic: 'testimonials',
  icon: Quote,
  sidebar: { group: 'site' },
  count: 'testimonials',
  one: 'testimonial',
  nameOf: ({ name }) => name,
  invalidates: [testimonials.list],
});

/** Returns 'CTO at Northpeak', or only role or company if the other is empty. */
export function positionOf({ role, company }: Pick<ManagedTestimonial, 'role' | 'company'>): string {
  return [role, company].filter((part) => part?.trim()).join(' at ');
}
