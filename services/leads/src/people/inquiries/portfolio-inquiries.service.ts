import {
  type NewPortfolioInquiry,
  portfolioInquiries,
  portfolioInquiryChanged,
  portfolioInquiryCreated,
  portfolioInquirySorts,
  type SentPortfolioInquiry,
} from '@docfolio/contracts/entities/portfolio-inquiry';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { Injectable } from '@nestjs/common';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { LeadsRepository } from '../leads/leads.repository.js';
import type { InquiryQuery } from './inquiries.repository.js';
import { InquiriesService, type InquiryKind, inquiryTrashRow } from './inquiries.service.js';
import { senderColumns } from './inquiry-base.js';
import { PortfolioInquiriesRepository, type PortfolioInquiryFields } from './portfolio-inquiries.repository.js';

const columns: Column<SentPortfolioInquiry>[] = [
  ...senderColumns,
  ['Project', ({ project_name }) => project_name],
  ['Similar Project Interest', ({ similar_project_interest }) => similar_project_interest],
  ['Custom Requirements', ({ custom_requirements }) => custom_requirements],
  ['Created At', ({ created_at }) => created_at],
];

const kind: InquiryKind<PortfolioInquiryFields, NewPortfolioInquiry> = {
  source: 'portfolio',
  sorts: portfolioInquirySorts,
  split: ({ project_name, similar_project_interest, custom_requirements, ...contact }) => ({
    inquiry: { project_name, similar_project_interest, custom_requirements },
    lead: {
      ...contact,
      message: `${similar_project_interest}\n\n${custom_requirements}`,
      project_type: project_name,
    },
  }),
  created: (inquiry, lead) => occurred(portfolioInquiryCreated, { inquiry, lead }),
  changed: portfolioInquiryChanged,
};

@Injectable()
export class PortfolioInquiriesService extends InquiriesService<PortfolioInquiryFields, NewPortfolioInquiry> {
  constructor(inquiries: PortfolioInquiriesRepository, leads: LeadsRepository) {
    super(kind, inquiries, leads);
  }

  @ExportedList('portfolio_inquiries', portfolioInquiries.list, columns)
  override list(query: InquiryQuery) {
    return super.list(query);
  }

  @FromTrash<PortfolioInquiryFields>('portfolio_inquiries', inquiryTrashRow('project_name'))
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }
}
