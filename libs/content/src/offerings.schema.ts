import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

const weeks = z.int().min(1).max(104);

/** One of the things on offer (specification, section 1), with what it costs and how long it takes (section 9). */
export const offering = z.strictObject({
  /** The fragment of its place on the services page. */
  id: fragment,
  title: line,
  sentence,
  features: z.array(line).min(3).max(6).readonly(),
  /** US dollars an hour, at least. */
  rateFrom: z.int().min(1).max(10_000),
  /** Weeks, from the shortest to the longest. */
  duration: z.strictObject({ from: weeks, to: weeks }).refine(({ from, to }) => from <= to, {
    error: 'ends before it begins',
  }),
});
export type Offering = z.output<typeof offering>;

/** Four, for they stand two by two on the home page. */
export const offeringList = z
  .array(offering)
  .length(4)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: 'two have the same id' })
  .readonly();
