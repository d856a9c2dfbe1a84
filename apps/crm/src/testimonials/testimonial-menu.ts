import type { ManagedTestimonial } from '@docfolio/contracts/testimonial';
import { CircleCheck, CircleDashed, Star, StarOff } from 'lucide-react';
import type { RecordMenuItem } from '../records/record-menu.js';
import type { TestimonialActions } from './use-testimonial-actions.js';

export function markItems(testimonial: ManagedTestimonial, actions: TestimonialActions): RecordMenuItem[] {
  const disabled = actions.busy.has(testimonial.id);
  const { setApproved, setFeatured } = actions;
  return [
    testimonial.is_approved
      ? { label: 'Unapprove', icon: CircleDashed, onSelect: () => setApproved(testimonial, false), disabled }
      : { label: 'Approve', icon: CircleCheck, onSelect: () => setApproved(testimonial, true), disabled },
    testimonial.is_featured
      ? { label: 'Unfeature', icon: StarOff, onSelect: () => setFeatured(testimonial, false), disabled }
      : { label: 'Feature', icon: Star, onSelect: () => setFeatured(testimonial, true), disabled },
  ];
}
