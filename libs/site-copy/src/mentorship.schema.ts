import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

/** Levels of a programme (specification, section 9). */
const level = z.enum(['Beginner', 'Intermediate', 'Advanced']);

/** Whole US dollars. */
const price = z.int().min(1).max(100_000);

export const programme = z
  .strictObject({
    id: fragment,
    title: line,
    level,
    sentence,
    price,
    sessions: z.int().min(1).max(100),
    months: z.int().min(1).max(24),
    /** Must be `price` by `sessions`, rounded to the dollar. */
    perSession: price,
    popular: z.boolean(),
    includes: z.array(line).min(2).max(5),
  })
  .refine(({ price, sessions, perSession }) => Math.round(price / sessions) === perSession, {
    path: ['perSession'],
    error: 'not the price by the number of sessions',
  });
export type Programme = z.output<typeof programme>;

export const mentorshipContent = z.strictObject({
  title: line,
  lede: sentence,
  /** Three fill the row; at most one is popular. */
  programmes: z
    .array(programme)
    .length(3)
    .refine((programmes) => programmes.filter(({ popular }) => popular).length <= 1, {
      error: 'more than one is the most popular',
    }),
  topics: z.array(z.strictObject({ title: line, sentence, points: z.array(line).min(2).max(6) })).length(4),
  steps: z.array(z.strictObject({ title: line, text: sentence })).length(6),
  action: z.strictObject({ title: line, text: sentence }),
});

export type MentorshipContent = z.output<typeof mentorshipContent>;
