import { z } from 'zod';
import { fragment, line, sentence } from './text.schema.js';

const httpsUrl = z.url({ protocol: /^https$/ });
const year = z.int().min(1990).max(2100);
const technologies = z.array(z.string().trim().min(1).max(24)).min(1).max(8).readonly();

export const projectStatuses = ['Live', 'In beta', 'Completed'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const caseStudy = z.strictObject({
  id: fragment,
  title: line,
  subtitle: sentence,
  status: z.enum(projectStatuses),
  technologies,
  achievements: z.array(line).min(2).max(5).readonly(),
  role: line,
  year,
  liveUrl: httpsUrl,
  codeUrl: httpsUrl.optional(),
});
export type CaseStudy = z.output<typeof caseStudy>;

export const hackathon = z.strictObject({
  title: line,
  event: line,
  year,
  sentence,
  award: line.optional(),
  technologies,
});
export type Hackathon = z.output<typeof hackathon>;

export const portfolioContent = z.strictObject({
  title: line,
  lede: sentence,
  caseStudies: z.strictObject({
    title: line,
    list: z
      .array(caseStudy)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: 'two have the same id' }),
  }),
  hackathons: z.strictObject({ title: line, lede: sentence, list: z.array(hackathon) }),
  form: z.strictObject({ title: line, lede: sentence }),
});

export type PortfolioContent = z.output<typeof portfolioContent>;
