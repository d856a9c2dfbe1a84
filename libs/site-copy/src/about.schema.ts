import { z } from 'zod';
import { line, paragraph, sentence } from './text.schema.js';

const word = z.string().min(1).max(34);
const words = z.array(word).min(1).max(4);

export const aboutContent = z.strictObject({
  title: line,
  lede: sentence,
  introduction: z.array(paragraph).min(1).max(4),
  profile: z.record(
    z.string().regex(/^[a-z][A-Za-z]*$/),
    z.union([word, z.number(), z.boolean(), words, z.record(z.string().regex(/^[a-z][A-Za-z]*$/), words)]),
  ),
  /** Roles, newest first, with the year in which each began. Shown in the tab `career.json`. */
  career: z
    .array(z.strictObject({ since: z.int().min(1970).max(2100), role: word, work: word }))
    .min(1)
    .max(6)
    .refine((stations) => stations.every(({ since }, place) => place === 0 || since < stations[place - 1]!.since), {
      error: 'newest first',
    }),
  /** Shown in the tab `package.json`: the owner's way of working in the form of a package.json. */
  package: z.strictObject({
    name: word,
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    scripts: z.record(z.string(), word),
    dependencies: z.record(z.string(), z.string().regex(/^(\^\d+|\*|latest)$/)),
  }),
  values: z.array(z.strictObject({ title: line, text: sentence })).min(1),
  action: z.strictObject({ title: line, text: sentence }),
});

export type AboutContent = z.output<typeof aboutContent>;
