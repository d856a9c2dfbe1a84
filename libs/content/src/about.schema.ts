import { z } from 'zod';
import { line, paragraph, sentence } from './text.schema.js';

const word = z.string().min(1).max(34);
const words = z.array(word).min(1).max(4);

/** What the about page says must be. Lines of code are short enough to stand in their card without scrolling. */
export const aboutContent = z.strictObject({
  title: line,
  lede: sentence,
  introduction: z.array(paragraph).min(1).max(4),
  /** `profile.ts`: an object of texts, numbers, yes or no, and lists or objects of those. */
  profile: z.record(
    z.string().regex(/^[a-z][A-Za-z]*$/),
    z.union([word, z.number(), z.boolean(), words, z.record(z.string().regex(/^[a-z][A-Za-z]*$/), words)]),
  ),
  /** `career.json`: what was done since which year, newest first. */
  career: z
    .array(z.strictObject({ since: z.int().min(1970).max(2100), role: word, work: word }))
    .min(1)
    .max(6)
    .refine((stations) => stations.every(({ since }, place) => place === 0 || since < stations[place - 1]!.since), {
      error: 'newest first',
    }),
  /** `package.json`: the way of working, as a package would declare it. */
  package: z.strictObject({
    name: z.string().regex(/^[a-z0-9-]+$/),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    scripts: z.record(z.string(), word),
    dependencies: z.record(z.string(), z.string().regex(/^(\^\d+|\*|latest)$/)),
  }),
  /** Four, for they stand in a row. */
  values: z.array(z.strictObject({ title: line, text: sentence })).length(4),
  action: z.strictObject({ title: line, text: sentence }),
});

export type AboutContent = z.output<typeof aboutContent>;
