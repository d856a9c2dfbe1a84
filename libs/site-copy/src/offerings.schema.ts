import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

const weeks = z.int().min(1).max(104);

export const offering = z.strictObject({
  id: fragment,
  title: line,
  sentence,
  features: z.array(line).min(1).max(8).readonly(),
  /** The lowest rate per hour, in the site's currency. */
  rateFrom: z.int().min(1).max(10_000),
  /** Shortest and longest duration of a project, in weeks. */
  duration: z.strictObject({ from: weeks, to: weeks }).refine(({ from, to }) => from <= to, {
    error: 'ends before it begins',
  }),
});
export type Offering = z.output<typeof offering>;

export const offeringList = z
  .array(offering)
  .min(1)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: 'two have the same id' })
  .readonly();
