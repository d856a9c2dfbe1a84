import { z } from 'zod';
import { line, sentence } from './text.schema.js';

/** What the words of the home page must be. */
export const homeContent = z.strictObject({
  hero: z.strictObject({
    eyebrow: line,
    headline: line,
    lede: sentence,
    /** What the code card says the owner works on: short, or they don't fit in a row. */
    focus: z
      .array(z.string().regex(/^[a-z0-9-]{1,10}$/))
      .min(1)
      .max(3)
      .readonly(),
  }),
  /** Four, for they stand in a row. */
  figures: z
    .array(z.strictObject({ value: z.string().regex(/^\d{1,4}\+?$/), label: line }))
    .length(4)
    .readonly(),
});

export type HomeContent = z.output<typeof homeContent>;
