import { z } from 'zod';
import { crud } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordEvent } from '../core/event.js';
import { honeypot } from '../core/honeypot.js';
import { listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { personLink } from '../core/record-link.js';
import { submitted } from '../core/submission.js';
import { recordId, requiredLine, requiredParagraphs, timestamp } from '../core/text.js';
import { inquiryFilters } from './inquiry-status.js';
import { contactFields, leadOfEvent } from './lead.js';

export const portfolioInquiryEntity = entity({
  collection: 'portfolio_inquiries',
  service: 'leads',
  trash: true,
  exported: true,
  counts: { portfolio_inquiries: { is_spam: false } },
});

/** The portfolio inquiry form as a visitor submits it. It creates both a lead and an inquiry. */
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

/** An inquiry with its sender, which is the lead it created; null if that lead is deleted. */
export const sentPortfolioInquiry = portfolioInquiry.extend({ person: personLink.nullable() });
export type SentPortfolioInquiry = z.output<typeof sentPortfolioInquiry>;

export const portfolioInquirySorts = ['-created_at', 'created_at', 'project_name', '-project_name'] as const;
export const portfolioInquiryListQuery = listQuery(portfolioInquirySorts, inquiryFilters);
export type PortfolioInquiryListQuery = z.output<typeof portfolioInquiryListQuery>;

export const portfolioInquiries = operations({
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/portfolio-inquiries',
    access: 'public',
    input: newPortfolioInquiry,
    output: submitted,
    delivery: 'submission',
    summary: 'Send an inquiry about a case study.',
  }),
  ...crud(portfolioInquiryEntity, {
    noun: 'portfolio inquiry',
    query: portfolioInquiryListQuery,
    record: sentPortfolioInquiry,
    summaries: {
      list: 'List portfolio inquiries, newest first. Searches project, texts and sender.',
      delete: 'Delete a portfolio inquiry. Its lead stays.',
    },
  }),
});

/** An inquiry was submitted. It replaces `lead.created` for its lead, so that the owner gets only one email. */
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

/** An inquiry was deleted or restored, or its spam flag changed with that of its lead. */
export const portfolioInquiryChanged = recordEvent('portfolio_inquiry.changed', 'portfolio_inquiries');
