import { z } from 'zod';
import { event } from './event.js';
import { honeypot } from './honeypot.js';
import { budgetRanges, enquirer, leadOfEvent, timelines } from './lead.js';
import { operation } from './operation.js';
import { submitted } from './submission.js';
import { optionalChoice, recordId, requiredLine, requiredParagraphs, timestamp } from './text.js';

/** What somebody asks about one of the services, and who asks: a lead and an inquiry, as one submission. */
export const newServiceInquiry = z.strictObject({
  ...enquirer,
  service_name: requiredLine('Service is required'),
  specific_requirements: requiredParagraphs('Please describe your requirements'),
  budget_range: optionalChoice(budgetRanges, 'Unknown budget range'),
  timeline: optionalChoice(timelines, 'Unknown timeline'),
  ...honeypot,
});
export type NewServiceInquiry = z.output<typeof newServiceInquiry>;

export const serviceInquiry = z.object({
  id: recordId,
  lead_id: recordId,
  service_name: z.string(),
  specific_requirements: z.string().nullable(),
  budget_range: z.string().nullable(),
  timeline: z.string().nullable(),
  created_at: timestamp,
});
export type ServiceInquiry = z.output<typeof serviceInquiry>;

export const serviceInquiries = {
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/service-inquiries',
    access: 'public',
    input: newServiceInquiry,
    output: submitted,
    delivery: 'submission',
    summary: 'Ask about a service.',
  }),
};

/** Raised by the inquiry alone: its lead, written just before, raises none, so that the owner gets one mail. */
export const serviceInquiryCreated = event(
  'service_inquiry.created',
  z.object({ inquiry: serviceInquiry, lead: leadOfEvent }),
  ['notifications'],
);
