import {
  type ManagedTestimonial,
  managedTestimonial,
  type TestimonialListQuery,
  testimonialSorts,
} from '@docfolio/contracts/entities/testimonial';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';

export type TestimonialFields = OwnFields<ManagedTestimonial>;

export const testimonialSchema = recordSchema<TestimonialFields>(storedFields<TestimonialFields>(managedTestimonial), {
  search: ['name', 'role', 'company', 'content'],
  sort: ['name'],
  indexes: [
    // Also used to count approved testimonials.
    {
      serves: 'approved testimonials featured first by time',
      fields: { is_approved: 1, is_featured: -1, created_at: -1, _id: -1 },
    },
    { serves: 'testimonials of a standing by time', fields: { is_approved: 1, created_at: -1, _id: -1 } },
    { serves: 'featured testimonials by time', fields: { is_featured: 1, created_at: -1, _id: -1 } },
    // Filtering by status scans one of these: nobody has more than a few thousand testimonials.
    { serves: 'testimonials by time', fields: { created_at: -1, _id: -1 } },
    { serves: 'testimonials by name', fields: { 'sort_keys.name': 1, _id: 1 } },
    { serves: 'testimonials by rating', fields: { rating: 1, _id: 1 } },
  ],
});

/** Maps the status filter of the CRM's list of testimonials to conditions (specification, section 9). */
const statuses = {
  approved: { is_approved: true },
  pending: { is_approved: false },
  featured: { is_featured: true },
} satisfies Record<NonNullable<TestimonialListQuery['status']>, Filter<Stored<TestimonialFields>>>;

@RepositoryOf('testimonials')
export class TestimonialsRepository extends RecordRepository<TestimonialFields> {
  /** Returns approved testimonials, featured and newest first. Index: approved testimonials featured first by time. */
  async approved() {
    const approved = await this.model
      .find({ is_approved: true, deleted_at: null })
      .sort({ is_featured: -1, created_at: -1, _id: -1 })
      .lean<Stored<TestimonialFields>[]>();
    return approved.map((stored) => this.output(stored));
  }

  listAll({ status, ...query }: TestimonialListQuery) {
    return this.list(query, { filter: status && statuses[status], sorts: testimonialSorts });
  }
}
