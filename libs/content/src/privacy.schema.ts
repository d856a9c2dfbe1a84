import { z } from 'zod';
import { fragment, line, paragraph, sentence } from './text.schema.js';

/** One thing that is kept: what it holds, what it is for, and when it goes. */
const kept = z.strictObject({ name: line, holds: sentence, purpose: sentence, until: sentence });

/** What the privacy page says must be. */
export const privacyContent = z.strictObject({
  title: line,
  lede: sentence,
  /** The day of the last change. */
  updated: z.iso.date(),
  forms: z.strictObject({ id: fragment, title: line, text: paragraph, kept: z.array(kept).min(1) }),
  browser: z.strictObject({ id: fragment, title: line, text: paragraph, kept: z.array(kept).min(1) }),
  sections: z.array(z.strictObject({ id: fragment, title: line, text: z.array(paragraph).min(1) })).min(1),
  removal: z.strictObject({ id: fragment, title: line, text: z.array(paragraph).min(1) }),
});

export type PrivacyContent = z.output<typeof privacyContent>;
