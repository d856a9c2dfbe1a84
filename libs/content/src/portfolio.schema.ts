import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

const address = z.url({ protocol: /^https$/ });
const year = z.int().min(1990).max(2100);
/** Names of tools, as they stand in a row. */
const technologies = z.array(z.string().trim().min(1).max(24)).min(1).max(8).readonly();

/** How a project stands today. */
export const projectStatuses = ['Live', 'In beta', 'Completed'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** A case study (specification, section 2). */
export const caseStudy = z.strictObject({
  /** The fragment of its place on the page. */
  id: fragment,
  title: line,
  subtitle: sentence,
  status: z.enum(projectStatuses),
  technologies,
  /** What came of it. */
  achievements: z.array(line).min(2).max(5).readonly(),
  role: line,
  year,
  liveUrl: address,
  codeUrl: address.optional(),
});
export type CaseStudy = z.output<typeof caseStudy>;

export const hackathon = z.strictObject({
  title: line,
  /** Where it was made, and when. */
  event: line,
  year,
  sentence,
  /** What the jury said, where it said something. */
  award: line.optional(),
  technologies,
});
export type Hackathon = z.output<typeof hackathon>;

/** What the words of the portfolio page must be. */
export const portfolioContent = z.strictObject({
  title: line,
  lede: sentence,
  caseStudies: z.strictObject({
    title: line,
    list: z
      .array(caseStudy)
      .length(4)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: 'two have the same id' }),
  }),
  /** Three, for they stand in a row. */
  hackathons: z.strictObject({ title: line, lede: sentence, list: z.array(hackathon).length(3) }),
  form: z.strictObject({ title: line, lede: sentence }),
});

export type PortfolioContent = z.output<typeof portfolioContent>;
