import { honeypotField } from '@docfolio/contracts/honeypot';
import {
  type NewPortfolioInquiry,
  portfolioInquiryChanged,
  portfolioInquiryCreated,
} from '@docfolio/contracts/portfolio-inquiry';
import {
  type NewServiceInquiry,
  serviceInquiryChanged,
  serviceInquiryCreated,
} from '@docfolio/contracts/service-inquiry';
import type { Submitted } from '@docfolio/contracts/submission';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { derivedId } from '@docfolio/service-kit/identity';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type LeadFields, LeadsRepository } from '../leads/leads.repository.js';
import { ofLead } from './inquiry-base.js';
import { PortfolioInquiriesRepository } from './portfolio-inquiries.repository.js';
import { ServiceInquiriesRepository } from './service-inquiries.repository.js';

/**
 * What visitors ask about a service or a case study: the lead is written first, then the inquiry, which alone raises the
 * event, so that the owner gets one mail. Both ids come from the submission: a repeat, also after a crash in between,
 * finds what is there and writes what is missing.
 */
@Injectable()
export class InquiriesService {
  constructor(
    private readonly leads: LeadsRepository,
    private readonly services: ServiceInquiriesRepository,
    private readonly portfolio: PortfolioInquiriesRepository,
  ) {}

  async submitServiceInquiry(input: NewServiceInquiry, call: CallContext): Promise<Submitted> {
    const { [honeypotField]: trap, service_name, specific_requirements, ...contact } = input;
    const is_spam = Boolean(trap);
    const lead = await this.writeLead(call, {
      ...contact,
      message: specific_requirements,
      source: 'services',
      service_interest: service_name,
      is_spam,
    });
    const { budget_range, timeline } = contact;
    const said = { service_name, specific_requirements, budget_range, timeline };
    const inquiry = { ...said, lead_id: lead.id, ...ofLead(lead) };
    await this.services.create(call.recordId, call.bodyHash, inquiry, (stored) =>
      is_spam ? [] : [occurred(serviceInquiryCreated, { inquiry: stored, lead })],
    );
    return { id: call.recordId, status: 'stored' };
  }

  async submitPortfolioInquiry(input: NewPortfolioInquiry, call: CallContext): Promise<Submitted> {
    const { [honeypotField]: trap, project_name, similar_project_interest, custom_requirements, ...contact } = input;
    const is_spam = Boolean(trap);
    const lead = await this.writeLead(call, {
      ...contact,
      message: `${similar_project_interest}\n\n${custom_requirements}`,
      source: 'portfolio',
      project_type: project_name,
      is_spam,
    });
    const said = { project_name, similar_project_interest, custom_requirements };
    const inquiry = { ...said, lead_id: lead.id, ...ofLead(lead) };
    await this.portfolio.create(call.recordId, call.bodyHash, inquiry, (stored) =>
      is_spam ? [] : [occurred(portfolioInquiryCreated, { inquiry: stored, lead })],
    );
    return { id: call.recordId, status: 'stored' };
  }

  /**
   * Makes the inquiries of a lead what the lead is by now: flagged or not, found by its name, address and company. Safe
   * to run as often as the lead changes, and side by side.
   */
  async followLead(leadId: string): Promise<void> {
    const lead = await this.leads.followed(leadId);
    if (!lead) return;
    await this.services.follow(leadId, lead, (id) => occurred(serviceInquiryChanged, { id, act: 'changed' }));
    await this.portfolio.follow(leadId, lead, (id) => occurred(portfolioInquiryChanged, { id, act: 'changed' }));
  }

  /** What somebody asked stays when their lead has been removed for good; who they were doesn't. */
  async forgetSender(leadId: string): Promise<void> {
    await this.services.forgetSender(leadId);
    await this.portfolio.forgetSender(leadId);
  }

  private writeLead(call: CallContext, fields: Partial<LeadFields>) {
    return this.leads.create(derivedId('lead of an inquiry', call.recordId), call.bodyHash, {
      ...fields,
      status: 'new',
    });
  }
}
