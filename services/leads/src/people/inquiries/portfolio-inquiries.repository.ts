import { type PortfolioInquiry, portfolioInquiry } from '@docfolio/contracts/entities/portfolio-inquiry';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { storedFields } from '@docfolio/service-kit/mongo/stored-fields';
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

@RepositoryOf('portfolio_inquiries')
export class PortfolioInquiriesRepository extends InquiriesRepository<PortfolioInquiryFields> {}
