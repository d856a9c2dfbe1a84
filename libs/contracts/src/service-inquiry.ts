import { z } from 'zod';
import { event, recordEvent } from './event.js';
import { honeypot } from './honeypot.js';
import { budgetRanges, contactFields, leadOfEvent, timelines } from './lead.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId, personLink } from './record-link.js';
import { submitted } from './submission.js';
import { optionalChoice, recordId, requiredLine, requiredParagraphs, timestamp } from './text.js';

/** What somebody asks about one of the services, and who asks: a lead and an inquiry, as one submission. */
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

/** An inquiry with who sent it; null where that lead has been deleted. */
export const sentServiceInquiry = serviceInquiry.extend({ person: personLink.nullable() });
export type SentServiceInquiry = z.output<typeof sentServiceInquiry>;

export const serviceInquirySorts = ['-created_at', 'created_at', 'service_name', '-service_name'] as const;
export const serviceInquiryListQuery = listQuery(serviceInquirySorts, { lead_id: recordId.optional() });
export type ServiceInquiryListQuery = z.output<typeof serviceInquiryListQuery>;

const admin = { service: 'leads', access: 'admin' } as const;

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
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/service-inquiries',
    input: serviceInquiryListQuery,
    output: listOf(sentServiceInquiry),
    summary: 'Service inquiries, newest first; searched by service, requirements and who sent them.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/service-inquiries/:id',
    input: byId,
    output: sentServiceInquiry,
    summary: 'One service inquiry.',
  }),
  delete: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/service-inquiries/:id',
    input: byId,
    output: byId,
    summary: 'Delete a service inquiry. Its lead stays.',
  }),
};

/** Raised by the inquiry alone: its lead, written just before, raises none, so that the owner gets one mail. */
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

/** One was deleted or restored, or its spam mark has changed with its lead's. */
export const serviceInquiryChanged = recordEvent('service_inquiry.changed', 'service_inquiries');
