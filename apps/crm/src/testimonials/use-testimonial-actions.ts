import { type ManagedTestimonial, testimonials } from '@docfolio/contracts/testimonial';
import { useQueryClient } from '@tanstack/react-query';
import { reloadDependents } from '../records/record-cache.js';
import { useRecordActions, useRecordPatch } from '../records/use-record-actions.js';
import { useStableHandler } from '../records/use-stable-handler.js';
import { testimonialKind } from './testimonial-kind.js';

export interface TestimonialActions {
  busy: ReadonlySet<string>;
  setApproved: (testimonial: ManagedTestimonial, isApproved: boolean) => void;
  setFeatured: (testimonial: ManagedTestimonial, isFeatured: boolean) => void;
  /** Deletes a testimonial, with Undo in the toast; `onDeleted` runs after success. */
  remove: (testimonial: ManagedTestimonial, onDeleted?: () => void) => void;
}

const failed = 'Failed to update testimonial';

export function useTestimonialActions(): TestimonialActions {
  const client = useQueryClient();
  const { busy: removing, remove } = useRecordActions(testimonialKind);
  const { busy: marking, patch } = useRecordPatch(testimonialKind, testimonials.patch);
  const reload = () => void reloadDependents(client, testimonialKind);
  return {
    busy: new Set([...removing, ...marking]),
    remove,
    setApproved: useStableHandler((testimonial: ManagedTestimonial, isApproved: boolean) => {
      const done = `Testimonial ${isApproved ? 'approved' : 'unapproved'} successfully`;
      patch(testimonial, { is_approved: isApproved }, { done, failed }, reload);
    }),
    setFeatured: useStableHandler((testimonial: ManagedTestimonial, isFeatured: boolean) => {
      const done = `Testimonial ${isFeatured ? 'featured' : 'unfeatured'} successfully`;
      patch(testimonial, { is_featured: isFeatured }, { done, failed }, reload);
    }),
  };
}
