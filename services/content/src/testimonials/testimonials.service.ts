import type { LiveAction } from '@docfolio/contracts/live';
import {
  type ManagedTestimonial,
  managedTestimonial,
  type NewTestimonial,
  type TestimonialListQuery,
  type TestimonialPatch,
  testimonialChanged,
  testimonials,
} from '@docfolio/contracts/testimonial';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type TestimonialFields, TestimonialsRepository } from './testimonials.repository.js';

/** Manages testimonials. Every change, even of a pending one, invalidates the public list (cheap to rebuild). */
@Injectable()
export class TestimonialsService {
  constructor(private readonly testimonials: TestimonialsRepository) {}

  async approved() {
    return testimonials.list.output.parse({ items: await this.testimonials.approved() });
  }

  async listAll(query: TestimonialListQuery) {
    return testimonials.listAll.output.parse(await this.testimonials.listAll(query));
  }

  async get(id: string): Promise<ManagedTestimonial> {
    return managedTestimonial.parse(await this.testimonials.get(id));
  }

  /** Creates a testimonial, approved immediately (specification, section 4). */
  async create(testimonial: NewTestimonial, call: CallContext): Promise<ManagedTestimonial> {
    const approved = { ...testimonial, is_approved: true };
    return managedTestimonial.parse(
      await this.testimonials.create(call.recordId, call.bodyHash, approved, [changeEvent(call.recordId, 'created')]),
    );
  }

  /** Changes a testimonial. @throws ProblemError `not_found`; `stale` if it is another version */
  async patch({ id, version, ...changes }: TestimonialPatch): Promise<ManagedTestimonial> {
    return managedTestimonial.parse(
      await this.testimonials.patch(id, changes, { version, events: [changeEvent(id, 'changed')] }),
    );
  }

  /** Soft-deletes a testimonial. @throws ProblemError `not_found` */
  delete(id: string) {
    return this.testimonials.softDelete(id, [changeEvent(id, 'deleted')]);
  }

  /** Restores a deleted testimonial. @throws ProblemError `not_found` */
  @FromTrash<TestimonialFields>('testimonials', {
    fields: ['name', 'company', 'content'],
    row: ({ name, company, content }) => ({ title: name, detail: company ?? content }),
  })
  restore(id: string) {
    return this.testimonials.restore(id, [changeEvent(id, 'restored')]);
  }
}

function changeEvent(id: string, act: LiveAction) {
  return occurred(testimonialChanged, { id, act });
}
