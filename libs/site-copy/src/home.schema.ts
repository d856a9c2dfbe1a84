import { z } from 'zod';
import { line, sentence } from './text.schema.js';

export const homeContent = z.strictObject({
  hero: z.strictObject({
    eyebrow: line,
    headline: line,
    lede: sentence,
    /** Fields of work, shown in the code card, whose row has no space for longer words. */
    focus: z
      .array(z.string().regex(/^[a-z0-9-]{1,10}$/))
      .min(1)
      .max(3)
      .readonly(),
  }),
  figures: z
    .array(z.strictObject({ value: z.string().regex(/^\d{1,4}\+?$/), label: line }))
    .max(4)
    .readonly(),
});

export type HomeContent = z.output<typeof homeContent>;
