import { z } from 'zod';
import { line, sentence } from './text.schema.js';

/** What the words of the contact page must be. */
export const contactContent = z.strictObject({
  title: line,
  lede: sentence,
  /** What the sender can count on, in the order in which it happens. */
  steps: z
    .array(z.strictObject({ title: line, text: sentence }))
    .min(2)
    .max(4),
});

export type ContactContent = z.output<typeof contactContent>;
