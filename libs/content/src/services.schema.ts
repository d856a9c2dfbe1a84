import { z } from 'zod';
import { line, sentence } from './text.schema.js';

/** What the words of the services page must be; its rows are the offerings. */
export const servicesContent = z.strictObject({
  title: line,
  lede: sentence,
  /** Four, for they stand in a row. */
  process: z.strictObject({ title: line, steps: z.array(z.strictObject({ title: line, text: sentence })).length(4) }),
  form: z.strictObject({ title: line, lede: sentence }),
});

export type ServicesContent = z.output<typeof servicesContent>;
