import {
  type PortfolioInquiry,
  type PortfolioInquiryListQuery,
  portfolioInquirySorts,
} from '@docfolio/contracts/portfolio-inquiry';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import { InquiriesRepository } from './inquiries.repository.js';
import { type InquiryBase, inquiryBase, inquiryIndexes } from './inquiry-base.js';

export type PortfolioInquiryFields = Omit<PortfolioInquiry, 'id' | 'created_at'> & InquiryBase;

export const portfolioInquirySchema = recordSchema<PortfolioInquiryFields>(
  {
    ...inquiryBase,
    project_name: { type: String, required: true },
    similar_project_interest: { type: String, default: null },
    custom_requirements: { type: String, default: null },
  },
  {
    search: ['project_name', 'similar_project_interest', 'custom_requirements', 'sender'],
    sort: ['project_name'],
    indexes: inquiryIndexes('project_name'),
  },
);

@Injectable()
export class PortfolioInquiriesRepository extends InquiriesRepository<PortfolioInquiryFields> {
  constructor(
    @InjectRecordModel('portfolio_inquiries') model: Model<Stored<PortfolioInquiryFields>>,
    outbox: OutboxPublisher,
  ) {
    super(model, outbox);
  }

  /** One screenful; those of flagged leads are hidden. */
  listSent(query: PortfolioInquiryListQuery) {
    return this.listInquiries(query, portfolioInquirySorts);
  }
}
