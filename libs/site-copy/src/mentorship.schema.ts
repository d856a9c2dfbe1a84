import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

// Specification, section 9.
const level = z.enum(['Beginner', 'Intermediate', 'Advanced']);

export const programme = z.strictObject({
  id: fragment,
  title: line,
  level,
  sentence,
  /** Price of all sessions together, in whole units of the site's currency. */
  price: z.int().min(1).max(1_000_000),
  sessions: z.int().min(1).max(100),
  months: z.int().min(1).max(24),
  popular: z.boolean(),
  includes: z.array(line).min(1).max(8),
});
export type Programme = z.output<typeof programme>;

export const mentorshipContent = z.strictObject({
  title: line,
  lede: sentence,
  programmes: z.array(programme).refine((programmes) => programmes.filter(({ popular }) => popular).length <= 1, {
    error: 'more than one is the most popular',
  }),
  topics: z.array(z.strictObject({ title: line, sentence, points: z.array(line).min(2).max(6) })),
  steps: z.array(z.strictObject({ title: line, text: sentence })),
  action: z.strictObject({ title: line, text: sentence }),
});

export type MentorshipContent = z.output<typeof mentorshipContent>;
