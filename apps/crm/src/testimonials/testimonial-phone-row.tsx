import type { ManagedTestimonial } from '@docfolio/contracts/testimonial';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Star } from 'lucide-react';
import { Dot, TimeText } from '../records/time-text.js';
import { positionOf } from './testimonial-kind.js';
import { Approval } from './testimonial-marks.js';
import { TestimonialRowMenu } from './testimonial-row-menu.js';
import type { TestimonialActions } from './use-testimonial-actions.js';

interface TestimonialPhoneRowOptions {
  testimonial: ManagedTestimonial;
  actions: TestimonialActions;
  onView: (testimonial: ManagedTestimonial) => void;
  onEdit: (testimonial: ManagedTestimonial) => void;
}

/** Returns the parts of a testimonial's row on a phone. */
export function testimonialPhoneRow({ testimonial, ...row }: TestimonialPhoneRowOptions): PhoneRowParts {
  const { name, content, created_at, is_approved, is_featured } = testimonial;
  return {
    title: (
      <>
        {name}
        {is_featured && (
          <>
            <Star aria-hidden size={12} strokeWidth={2} className="ml-1.5 inline fill-current align-[-1px] text-info" />
            <span className="sr-only">, featured</span>
          </>
        )}
      </>
    ),
    meta: (
      <>
        <TimeText at={created_at} as="short" />
        <Dot />
        {positionOf(testimonial) || content}
      </>
    ),
    status: <Approval isApproved={is_approved} />,
    actions: <TestimonialRowMenu testimonial={testimonial} {...row} className="size-11" />,
  };
}
