import { maxRating, type Testimonial } from '@docfolio/contracts/testimonial';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';

/** What a testimonial has of its own; the rest is every record's. */
export type TestimonialFields = Omit<Testimonial, 'id' | 'created_at'> & { is_approved: boolean };

const flag = { type: Boolean, default: false };

export const testimonialSchema = recordSchema<TestimonialFields>(
  {
    name: { type: String, required: true },
    role: { type: String, default: null },
    company: { type: String, default: null },
    content: { type: String, required: true },
    rating: { type: Number, min: 1, max: maxRating, default: maxRating },
    is_approved: flag,
    is_featured: flag,
  },
  {
    indexes: [
      {
        serves: 'approved testimonials featured first by time',
        fields: { is_approved: 1, is_featured: -1, created_at: -1, _id: -1 },
      },
    ],
  },
);

@Injectable()
export class TestimonialsRepository extends RecordRepository<TestimonialFields> {
  constructor(@InjectRecordModel('testimonials') model: Model<Stored<TestimonialFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** What everybody sees: featured ones first, then the newest. Index: approved testimonials featured first by time. */
  async approved() {
    const approved = await this.model
      .find({ is_approved: true, deleted_at: null } as never)
      .sort({ is_featured: -1, created_at: -1, _id: -1 })
      .lean<Stored<TestimonialFields>[]>();
    return approved.map((stored) => this.output(stored));
  }
}
