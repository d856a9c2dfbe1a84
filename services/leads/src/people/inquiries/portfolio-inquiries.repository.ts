import { type PortfolioInquiry, portfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import { InquiriesRepository } from './inquiries.repository.js';
import { type InquiryBase, inquiryBase, inquiryIndexes } from './inquiry-base.js';

export type PortfolioInquiryFields = Omit<PortfolioInquiry, 'id' | 'created_at'> & InquiryBase;

export const portfolioInquirySchema = recordSchema<PortfolioInquiryFields>(
  storedFields<PortfolioInquiryFields>(portfolioInquiry, inquiryBase),
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
}
