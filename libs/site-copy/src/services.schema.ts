import { z } from 'zod';
import { line, sentence } from './text.schema.js';

export const servicesContent = z.strictObject({
  title: line,
  lede: sentence,
  process: z.strictObject({ title: line, steps: z.array(z.strictObject({ title: line, text: sentence })).min(1) }),
  form: z.strictObject({ title: line, lede: sentence }),
});

export type ServicesContent = z.output<typeof servicesContent>;
