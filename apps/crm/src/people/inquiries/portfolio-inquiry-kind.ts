import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { portfolioInquiries, type SentPortfolioInquiry } from '@docfolio/contracts/entities/portfolio-inquiry';

export const portfolioInquiryKind: RecordKind<SentPortfolioInquiry, 'portfolio_inquiries'> = recordKind({
  ...portfolioInquiries,
  topic: 'portfolio_inquiries',
  nameOf: ({ project_name }) => project_name,
  subjectOf: ({ project_name, person }) => `${project_name} of ${person?.name ?? 'a deleted lead'}`,
});
