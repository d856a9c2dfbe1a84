import { textColumn } from '@docfolio/admin/records/columns';
import { type SentServiceInquiry, serviceInquirySorts } from '@docfolio/contracts/entities/service-inquiry';
import { FieldRow } from '@docfolio/ui/display/field-list';
import { BudgetBadge } from './budget-badge.js';
import { InquiryList } from './inquiry-list.js';
import type { InquiryView } from './inquiry-view.js';
import { serviceInquiryKind } from './service-inquiry-kind.js';

const noRequirements = 'No specific requirements provided';

const view: InquiryView<SentServiceInquiry> = {
  kind: serviceInquiryKind,
  sorts: serviceInquirySorts,
  subject: { key: 'service_name', header: 'Service', grow: 320, field: 'Service' },
  columns: [
    {
      key: 'budget_range',
      header: 'Budget Range',
      width: 130,
      cell: ({ budget_range }) => <BudgetBadge range={budget_range} />,
    },
    textColumn('timeline', 'Timeline', 130, { mono: true, fallback: 'Not specified', yields: 2 }),
    textColumn('specific_requirements', 'Requirements', 160, { grow: 380, fallback: noRequirements, yields: 1 }),
  ],
  emptyDetail: 'Inquiries from the services page appear here.',
  drawerTitle: 'Service Inquiry Details',
  fieldsOf: ({ budget_range, timeline }) => (
    <>
      <FieldRow name="Budget Range">
        <BudgetBadge range={budget_range} />
      </FieldRow>
      <FieldRow name="Timeline" mono fallback="Not specified">
        {timeline}
      </FieldRow>
    </>
  ),
  sectionsOf: ({ specific_requirements: text }) => [{ title: 'Specific Requirements', text, fallback: noRequirements }],
};

export default function ServiceInquiryListPage() {
  return <InquiryList view={view} />;
}
