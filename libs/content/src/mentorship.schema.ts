import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

/** Levels of a programme, in the order in which they are taken (specification, section 9). */
const level = z.enum(['Beginner', 'Intermediate', 'Advanced']);

/** US dollars, whole ones. */
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
    /** The price of one session, to the dollar: it has to follow from the two others. */
    perSession: price,
    /** Marked 'Most Popular'. */
    popular: z.boolean(),
    includes: z.array(line).min(2).max(5),
  })
  .refine(({ price, sessions, perSession }) => Math.round(price / sessions) === perSession, {
    path: ['perSession'],
    error: 'not the price by the number of sessions',
  });
export type Programme = z.output<typeof programme>;

/** What the mentorship page says must be. */
export const mentorshipContent = z.strictObject({
  title: line,
  lede: sentence,
  /** Three, for they stand in a row; at most one of them is the popular one. */
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
