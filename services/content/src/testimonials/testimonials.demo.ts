import { testimonial } from '@docfolio/contracts/entities/testimonial';
import { derivedId } from '@docfolio/service-kit/identity';
import { type DemoSeed, readDemo } from '@docfolio/service-kit/mongo/demo-seed';
import { daysBefore, seedRecords } from '@docfolio/service-kit/mongo/seed-records';
import { z } from 'zod';
import { testimonialSchema } from './testimonials.repository.js';

const demoTestimonials = z.array(
  z.strictObject({
    days_ago: z.number().min(0),
    ...testimonial.pick({ name: true, role: true, company: true, rating: true }).shape,
    text: z.string().min(1),
    approved: z.boolean(),
    featured: z.boolean(),
  }),
);

export const seed: DemoSeed = async (connection, now) => {
  const testimonials = readDemo(new URL('../../demo/testimonials.json', import.meta.url), demoTestimonials);
  await seedRecords(
    connection,
    'testimonials',
    testimonialSchema,
    testimonials.map(({ days_ago, approved, featured, text, ...fields }) => ({
      id: derivedId('demo testimonial', fields.name),
      created_at: daysBefore(now, days_ago),
      fields: { ...fields, content: text, is_approved: approved, is_featured: featured },
    })),
  );
};
