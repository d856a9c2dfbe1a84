import { testimonials } from '@docfolio/contracts/testimonial';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { TestimonialsRepository } from './testimonials.repository.js';

@Controller()
export class TestimonialsController {
  constructor(private readonly testimonials: TestimonialsRepository) {}

  @Handle(testimonials.list)
  async list() {
    return testimonials.list.output.parse({ items: await this.testimonials.approved() });
  }
}
