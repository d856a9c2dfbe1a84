import { type PortfolioInquiryListQuery, portfolioInquiryChanged } from '@docfolio/contracts/portfolio-inquiry';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { Injectable } from '@nestjs/common';
import { LeadsRepository } from '../leads/leads.repository.js';
import { InquiriesService } from './inquiries.service.js';
import { PortfolioInquiriesRepository, type PortfolioInquiryFields } from './portfolio-inquiries.repository.js';
import { withPeople } from './with-people.js';

/** What the owner does with portfolio inquiries. */
@Injectable()
export class PortfolioInquiriesService {
  constructor(
    private readonly inquiries: PortfolioInquiriesRepository,
    private readonly leads: LeadsRepository,
    private readonly followers: InquiriesService,
  ) {}

  async list(query: PortfolioInquiryListQuery) {
    const { items, ...rest } = await this.inquiries.listSent(query);
    return { ...rest, items: await withPeople(this.leads, items) };
  }

  async get(id: string) {
    const [inquiry] = await withPeople(this.leads, [await this.inquiries.get(id)]);
    return inquiry!;
  }

  delete(id: string) {
    return this.inquiries.softDelete(id, [told(id, 'deleted')]);
  }

  /** Brings a deleted inquiry back, as its lead is now. @throws ProblemError `not_found` */
  @FromTrash<PortfolioInquiryFields>('portfolio_inquiries', {
    fields: ['project_name', 'sender'],
    row: ({ project_name, sender }) => ({
      title: project_name,
      detail: (sender ?? '').split('\n').slice(0, 2).join(', '),
    }),
  })
  async restore(id: string, _actor: string | null) {
    const restored = await this.inquiries.restore(id, [told(id, 'restored')]);
    await this.followers.followLead(restored.lead_id);
    return restored;
  }
}

function told(id: string, act: 'deleted' | 'restored') {
  return occurred(portfolioInquiryChanged, { id, act });
}
