import { z } from 'zod';
import { event } from './event.js';
import { honeypot } from './honeypot.js';
import { enquirer, leadOfEvent } from './lead.js';
import { operation } from './operation.js';
import { submitted } from './submission.js';
import { recordId, requiredLine, requiredParagraphs, timestamp } from './text.js';

/** What somebody who saw a case study wants for themselves: a lead and an inquiry, as one submission. */
export const newPortfolioInquiry = z.strictObject({
  ...enquirer,
  project_name: requiredLine('Project is required'),
  similar_project_interest: requiredParagraphs('Please describe your interest'),
  custom_requirements: requiredParagraphs('Please describe your requirements'),
  ...honeypot,
});
export type NewPortfolioInquiry = z.output<typeof newPortfolioInquiry>;

export const portfolioInquiry = z.object({
  id: recordId,
  lead_id: recordId,
  project_name: z.string(),
  similar_project_interest: z.string().nullable(),
  custom_requirements: z.string().nullable(),
  created_at: timestamp,
});
export type PortfolioInquiry = z.output<typeof portfolioInquiry>;

export const portfolioInquiries = {
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/portfolio-inquiries',
    access: 'public',
    input: newPortfolioInquiry,
    output: submitted,
    delivery: 'submission',
    summary: 'Ask for something like a case study.',
  }),
};

/** Raised by the inquiry alone: its lead, written just before, raises none, so that the owner gets one mail. */
export const portfolioInquiryCreated = event(
  'portfolio_inquiry.created',
  z.object({ inquiry: portfolioInquiry, lead: leadOfEvent }),
  ['notifications'],
);
