import type { LiveAction } from '@docfolio/contracts/core/live';
import {
  type NewTestimonial,
  type TestimonialListQuery,
  testimonialChanged,
  testimonials,
} from '@docfolio/contracts/entities/testimonial';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { RecordService } from '@docfolio/service-kit/mongo/record.service';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type TestimonialFields, TestimonialsRepository } from './testimonials.repository.js';

/** Manages testimonials. Every change, even of a pending one, invalidates the public list (cheap to rebuild). */
@Injectable()
export class TestimonialsService extends RecordService<TestimonialFields> {
  constructor(protected readonly records: TestimonialsRepository) {
    super();
  }

  async approved() {
    return testimonials.list.output.parse({ items: await this.records.approved() });
  }

  list(query: TestimonialListQuery) {
    return this.records.listAll(query);
  }

  /** Creates a testimonial, approved immediately (specification, section 4). */
  override create(testimonial: NewTestimonial, call: CallContext) {
    return super.create({ ...testimonial, is_approved: true }, call);
  }

  @FromTrash<TestimonialFields>('testimonials', {
    fields: ['name', 'company', 'content'],
    row: ({ name, company, content }) => ({ title: name, detail: company ?? content }),
  })
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }

  protected eventsOf(act: LiveAction, { id }: { id: string }) {
    return [occurred(testimonialChanged, { id, act })];
  }
}
