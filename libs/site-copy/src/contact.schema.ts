import { z } from 'zod';
import { line, sentence } from './text.schema.js';

export const contactContent = z.strictObject({
  title: line,
  lede: sentence,
  /** The steps after a visitor has sent the form, in order. */
  steps: z
    .array(z.strictObject({ title: line, text: sentence }))
    .min(1)
    .max(4),
});

export type ContactContent = z.output<typeof contactContent>;
