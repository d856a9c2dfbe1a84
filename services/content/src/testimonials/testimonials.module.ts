import { testimonials } from '@docfolio/contracts/entities/testimonial';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { TestimonialsController } from './testimonials.controller.js';
import { TestimonialsRepository, testimonialSchema } from './testimonials.repository.js';
import { TestimonialsService } from './testimonials.service.js';

@Module({
  imports: [MongoModule.forFeature('testimonials', testimonialSchema)],
  controllers: [
    recordController({ ...testimonials, list: testimonials.listAll }, TestimonialsService),
    TestimonialsController,
  ],
  providers: [TestimonialsService, TestimonialsRepository],
})
export class TestimonialsModule {}
