import { textColumn } from '@docfolio/admin/records/columns';
import { portfolioInquirySorts, type SentPortfolioInquiry } from '@docfolio/contracts/entities/portfolio-inquiry';
import { InquiryList } from './inquiry-list.js';
import type { InquiryView } from './inquiry-view.js';
import { portfolioInquiryKind } from './portfolio-inquiry-kind.js';

const noSimilarProject = 'No similar project interest specified';
const noRequirements = 'No custom requirements provided';

const view: InquiryView<SentPortfolioInquiry> = {
  kind: portfolioInquiryKind,
  sorts: portfolioInquirySorts,
  subject: { key: 'project_name', header: 'Project Interest', grow: 300, field: 'Project of Interest' },
  columns: [
    textColumn('similar_project_interest', 'Similar Project', 160, { grow: 280, fallback: noSimilarProject }),
    textColumn('custom_requirements', 'Custom Requirements', 160, { grow: 280, fallback: noRequirements }),
  ],
  emptyDetail: 'Inquiries from the portfolio page appear here.',
  drawerTitle: 'Portfolio Inquiry Details',
  sectionsOf: ({ similar_project_interest, custom_requirements }) => [
    { title: 'Similar Project Interest', text: similar_project_interest, fallback: noSimilarProject },
    { title: 'Custom Requirements', text: custom_requirements, fallback: noRequirements },
  ],
};

export default function PortfolioInquiryListPage() {
  return <InquiryList view={view} />;
}
