import { derivedId } from '@docfolio/service-kit/identity';
import type { LeadFields } from '../leads/leads.repository.js';
import type { DemoRecord } from '../records/plant.js';
import { type InquiryBase, ofLead } from './inquiry-base.js';
import type { PortfolioInquiryFields } from './portfolio-inquiries.repository.js';
import type { ServiceInquiryFields } from './service-inquiries.repository.js';

type DemoLead = DemoRecord<LeadFields> & { fields: Pick<LeadFields, 'name' | 'email' | 'source' | 'message'> };

/** What a lead is unless it says otherwise. */
const plain = { company: null, is_spam: false, version: 1 };

function inquiriesOf<Fields extends InquiryBase>(
  leads: readonly DemoLead[],
  source: LeadFields['source'],
  said: (lead: DemoLead['fields']) => Partial<Fields>,
): DemoRecord<Fields>[] {
  return leads
    .filter(({ fields }) => fields.source === source)
    .map(({ id, created_at, fields }) => ({
      id: derivedId('demo inquiry', fields.email),
      created_at,
      fields: { ...said(fields), lead_id: id, ...ofLead({ ...plain, ...fields }) } as Partial<Fields>,
    }));
}

/** What the demo leads have asked about services: a lead that came with an inquiry carries its words. */
export function demoServiceInquiries(leads: readonly DemoLead[]) {
  return inquiriesOf<ServiceInquiryFields>(leads, 'services', (lead) => ({
    service_name: lead.service_interest ?? 'Other',
    specific_requirements: lead.message,
    budget_range: lead.budget_range ?? null,
    timeline: lead.timeline ?? null,
  }));
}

/** And about case studies: both texts are in the lead's message, a blank line between them. */
export function demoPortfolioInquiries(leads: readonly DemoLead[]) {
  return inquiriesOf<PortfolioInquiryFields>(leads, 'portfolio', ({ project_type, message }) => {
    const [similar_project_interest = null, custom_requirements = null] = message?.split('\n\n') ?? [];
    return { project_name: project_type ?? 'Other', similar_project_interest, custom_requirements };
  });
}
