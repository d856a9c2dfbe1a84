import { portfolioInquiries, type SentPortfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import { Briefcase } from 'lucide-react';
import { type RecordKind, recordKind } from '../../records/record-kind.js';

export const portfolioInquiryKind: RecordKind<SentPortfolioInquiry, 'portfolio_inquiries'> = recordKind({
  ...portfolioInquiries,
  topic: 'portfolio_inquiries',
  icon: Briefcase,
  sidebar: { group: 'people' },
  count: 'portfolio_inquiries',
  one: 'portfolio inquiry',
  many: 'portfolio inquiries',
  nameOf: ({ project_name }) => project_name,
  subjectOf: ({ project_name, person }) => `${project_name} of ${person?.name ?? 'a deleted lead'}`,
});
