import { z } from 'zod';
import { crud } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordEvent } from '../core/event.js';
import { honeypot } from '../core/honeypot.js';
import { listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { personLink } from '../core/record-link.js';
import { submitted } from '../core/submission.js';
import { optionalChoice, recordId, requiredLine, requiredParagraphs, timestamp } from '../core/text.js';
import { inquiryFilters } from './inquiry-status.js';
import { budgetRanges, contactFields, leadOfEvent, timelines } from './lead.js';

export const serviceInquiryEntity = entity({
  collection: 'service_inquiries',
  service: 'leads',
  trash: true,
  exported: true,
  counts: {
    service_inquiries: { is_spam: false },
    unanswered_service_inquiries: { is_spam: false, unanswered: true },
  },
});

/** The service inquiry form as a visitor submits it. It creates both a lead and an inquiry. */
export const newServiceInquiry = z.strictObject({
  ...contactFields,
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

/** An inquiry with its sender, which is the lead it created; null if that lead is deleted. */
export const sentServiceInquiry = serviceInquiry.extend({ person: personLink.nullable() });
export type SentServiceInquiry = z.output<typeof sentServiceInquiry>;

export const serviceInquirySorts = ['-created_at', 'created_at', 'service_name', '-service_name'] as const;
export const serviceInquiryListQuery = listQuery(serviceInquirySorts, inquiryFilters);
export type ServiceInquiryListQuery = z.output<typeof serviceInquiryListQuery>;

export const serviceInquiries = operations({
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/service-inquiries',
    access: 'public',
    input: newServiceInquiry,
    output: submitted,
    delivery: 'submission',
    summary: 'Send an inquiry about a service.',
  }),
  ...crud(serviceInquiryEntity, {
    noun: 'service inquiry',
    query: serviceInquiryListQuery,
    record: sentServiceInquiry,
    summaries: {
      list: 'List service inquiries, newest first. Searches service, requirements and sender.',
      delete: 'Delete a service inquiry. Its lead stays.',
    },
  }),
});

/** An inquiry was submitted. It replaces `lead.created` for its lead, so that the owner gets only one email. */
export const serviceInquiryCreated = event(
  'service_inquiry.created',
  z.object({ inquiry: serviceInquiry, lead: leadOfEvent }),
  ['notifications', 'leads'],
  {
    live: ({ inquiry, lead }) => [
      { topic: 'service_inquiries', id: inquiry.id, act: 'created' },
      { topic: 'leads', id: lead.id, act: 'created' },
    ],
  },
);

/** An inquiry was deleted or restored, or its spam flag changed with that of its lead. */
export const serviceInquiryChanged = recordEvent('service_inquiry.changed', 'service_inquiries');
