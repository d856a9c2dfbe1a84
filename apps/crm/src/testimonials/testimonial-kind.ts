import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type ManagedTestimonial, testimonials } from '@docfolio/contracts/entities/testimonial';

export const testimonialKind: RecordKind<ManagedTestimonial, 'testimonials'> = recordKind({
  ...testimonials,
  list: testimonials.listAll,
  topic: 'testimonials',
  nameOf: ({ name }) => name,
  invalidates: [testimonials.list],
});

/** Returns 'CTO at Northpeak', or only role or company if the other is empty. */
export function positionOf({ role, company }: Pick<ManagedTestimonial, 'role' | 'company'>): string {
  return [role, company].filter((part) => part?.trim()).join(' at ');
}
