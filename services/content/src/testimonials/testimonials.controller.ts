import {
  type NewTestimonial,
  type TestimonialListQuery,
  type TestimonialPatch,
  testimonials,
} from '@docfolio/contracts/testimonial';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { TestimonialsService } from './testimonials.service.js';

@Controller()
export class TestimonialsController {
  constructor(private readonly testimonials: TestimonialsService) {}

  @Handle(testimonials.list)
  list() {
    return this.testimonials.approved();
  }

  @Handle(testimonials.listAll)
  listAll(@Input() query: TestimonialListQuery) {
    return this.testimonials.listAll(query);
  }

  @Handle(testimonials.get)
  get(@Input() { id }: { id: string }) {
    return this.testimonials.get(id);
  }

  @Handle(testimonials.create)
  create(@Input() testimonial: NewTestimonial, @Call() call: CallContext) {
    return this.testimonials.create(testimonial, call);
  }

  @Handle(testimonials.patch)
  patch(@Input() patch: TestimonialPatch) {
    return this.testimonials.patch(patch);
  }

  @Handle(testimonials.delete)
  delete(@Input() { id }: { id: string }) {
    return this.testimonials.delete(id);
  }
}
