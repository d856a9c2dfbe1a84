import type { PortfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import { type InquiryBase, inquiryBase, inquiryIndexes } from './inquiry-base.js';

export type PortfolioInquiryFields = Omit<PortfolioInquiry, 'id' | 'created_at'> & InquiryBase;

export const portfolioInquirySchema = recordSchema<PortfolioInquiryFields>(
  {
    ...inquiryBase,
    project_name: { type: String, required: true },
    similar_project_interest: { type: String, default: null },
    custom_requirements: { type: String, default: null },
  },
  { search: ['project_name', 'similar_project_interest', 'custom_requirements'], indexes: inquiryIndexes },
);

@Injectable()
export class PortfolioInquiriesRepository extends RecordRepository<PortfolioInquiryFields> {
  constructor(
    @InjectRecordModel('portfolio_inquiries') model: Model<Stored<PortfolioInquiryFields>>,
    outbox: OutboxPublisher,
  ) {
    super(model, outbox);
  }
}
