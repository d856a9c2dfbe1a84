import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { TestimonialsService } from './testimonials.service.js';

@Controller()
export class TestimonialsController {
  constructor(private readonly testimonials: TestimonialsService) {}

  @Handle(testimonials.list)
  list() {
    return this.testimonials.approved();
  }
}
