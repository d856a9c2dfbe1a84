import { portfolioInquiries, type SentPortfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import { peopleTrash } from '@docfolio/contracts/trash';
import { Briefcase } from 'lucide-react';
import type { RecordKind } from '../../records/record-kind.js';

export const portfolioInquiryKind: RecordKind<SentPortfolioInquiry, 'portfolio_inquiries'> = {
  topic: 'portfolio_inquiries',
  path: '/admin/portfolio-inquiries',
  drawer: true,
  icon: Briefcase,
  sidebar: { group: 'people' },
  count: 'portfolio_inquiries',
  one: 'portfolio inquiry',
  many: 'portfolio inquiries',
  title: 'Portfolio Inquiries',
  nameOf: ({ project_name }) => project_name,
  list: portfolioInquiries.list,
  get: portfolioInquiries.get,
  remove: portfolioInquiries.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch portfolio inquiries',
    toastsFetch: true,
    deleted: 'Portfolio inquiry deleted successfully',
    deleteFailed: 'Failed to delete portfolio inquiry',
  },
};
