import { z } from 'zod';
import { event, recordEvent } from './event.js';
import { honeypot } from './honeypot.js';
import { contactFields, leadOfEvent } from './lead.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId, personLink } from './record-link.js';
import { submitted } from './submission.js';
import { recordId, requiredLine, requiredParagraphs, timestamp } from './text.js';

/** What somebody who saw a case study wants for themselves: a lead and an inquiry, as one submission. */
export const newPortfolioInquiry = z.strictObject({
  ...contactFields,
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

/** An inquiry with who sent it; null where that lead has been deleted. */
export const sentPortfolioInquiry = portfolioInquiry.extend({ person: personLink.nullable() });
export type SentPortfolioInquiry = z.output<typeof sentPortfolioInquiry>;

export const portfolioInquirySorts = ['-created_at', 'created_at', 'project_name', '-project_name'] as const;
export const portfolioInquiryListQuery = listQuery(portfolioInquirySorts, { lead_id: recordId.optional() });
export type PortfolioInquiryListQuery = z.output<typeof portfolioInquiryListQuery>;

const admin = { service: 'leads', access: 'admin' } as const;

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
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/portfolio-inquiries',
    input: portfolioInquiryListQuery,
    output: listOf(sentPortfolioInquiry),
    summary: 'Portfolio inquiries, newest first; searched by project, texts and who sent them.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/portfolio-inquiries/:id',
    input: byId,
    output: sentPortfolioInquiry,
    summary: 'One portfolio inquiry.',
  }),
  delete: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/portfolio-inquiries/:id',
    input: byId,
    output: byId,
    summary: 'Delete a portfolio inquiry. Its lead stays.',
  }),
};

/** Raised by the inquiry alone: its lead, written just before, raises none, so that the owner gets one mail. */
export const portfolioInquiryCreated = event(
  'portfolio_inquiry.created',
  z.object({ inquiry: portfolioInquiry, lead: leadOfEvent }),
  ['notifications', 'leads'],
  {
    live: ({ inquiry, lead }) => [
      { topic: 'portfolio_inquiries', id: inquiry.id, act: 'created' },
      { topic: 'leads', id: lead.id, act: 'created' },
    ],
  },
);

/** One was deleted or restored, or its spam mark has changed with its lead's. */
export const portfolioInquiryChanged = recordEvent('portfolio_inquiry.changed', 'portfolio_inquiries');
