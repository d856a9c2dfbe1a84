import { z } from 'zod';
import { fragment, line, paragraph, sentence } from './text.schema.js';

const storedData = z.strictObject({ name: line, holds: sentence, purpose: sentence, until: sentence });

export const privacyContent = z.strictObject({
  title: line,
  lede: sentence,
  updated: z.iso.date(),
  forms: z.strictObject({ id: fragment, title: line, text: paragraph, kept: z.array(storedData).min(1) }),
  browser: z.strictObject({ id: fragment, title: line, text: paragraph, kept: z.array(storedData).min(1) }),
  sections: z.array(z.strictObject({ id: fragment, title: line, text: z.array(paragraph).min(1) })).min(1),
  removal: z.strictObject({ id: fragment, title: line, text: z.array(paragraph).min(1) }),
});

export type PrivacyContent = z.output<typeof privacyContent>;
