import type { ManagedTestimonial } from '@docfolio/contracts/testimonial';
import { deleteItem, editItem, RecordMenu, viewItem } from '../records/record-menu.js';
import { markItems } from './testimonial-menu.js';
import type { TestimonialActions } from './use-testimonial-actions.js';

interface TestimonialRowMenuProps {
  testimonial: ManagedTestimonial;
  actions: TestimonialActions;
  onView: (testimonial: ManagedTestimonial) => void;
  onEdit: (testimonial: ManagedTestimonial) => void;
  className?: string;
}

export function TestimonialRowMenu({ testimonial, actions, onView, onEdit, className }: TestimonialRowMenuProps) {
  const busy = actions.busy.has(testimonial.id);
  return (
    <RecordMenu
      label={`Actions for ${testimonial.name}`}
      className={className}
      busy={busy}
      groups={[
        [viewItem(() => onView(testimonial))],
        markItems(testimonial, actions),
        [editItem(() => onEdit(testimonial))],
        [deleteItem(() => actions.remove(testimonial), busy)],
      ]}
    />
  );
}
