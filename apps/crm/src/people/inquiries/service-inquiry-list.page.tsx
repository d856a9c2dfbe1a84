import { type SentServiceInquiry, serviceInquirySorts } from '@docfolio/contracts/service-inquiry';
import type { Column } from '@docfolio/ui/data-table';
import { MessageSquareText } from 'lucide-react';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { RecordTable } from '../../records/record-table.js';
import { dayOf, exactTimeOf } from '../../records/record-texts.js';
import { RecordToolbar } from '../../records/record-toolbar.js';
import { useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordActions } from '../../records/use-record-actions.js';
import { useRecordList } from '../../records/use-record-list.js';
import { BudgetBadge } from './budget-badge.js';
import { InquiryActions, inquiryPhoneRow } from './inquiry-row.js';
import { SentBy } from './person-block.js';
import { ServiceInquiryDrawer } from './service-inquiry-drawer.js';
import { serviceInquiryKind } from './service-inquiry-kind.js';

const shape = { sorts: serviceInquirySorts, filters: {} };

/** Specification, section 2, in its order. */
const columns: readonly Column<SentServiceInquiry>[] = [
  {
    key: 'service_name',
    header: 'Service',
    width: 220,
    grow: 320,
    primary: true,
    sortable: true,
    title: ({ service_name, person }) => `${service_name}, ${person?.name ?? 'deleted lead'}`,
    cell: ({ service_name, person }) => <SentBy what={service_name} person={person} />,
  },
  {
    key: 'budget_range',
    header: 'Budget Range',
    width: 130,
    cell: ({ budget_range }) => <BudgetBadge range={budget_range} />,
  },
  {
    key: 'timeline',
    header: 'Timeline',
    width: 130,
    mono: true,
    fallback: 'Not specified',
    text: ({ timeline }) => timeline,
  },
  {
    key: 'specific_requirements',
    header: 'Requirements',
    width: 160,
    grow: 380,
    fallback: 'No specific requirements provided',
    text: ({ specific_requirements }) => specific_requirements,
  },
  {
    key: 'created_at',
    header: 'Created',
    width: 124,
    mono: true,
    sortable: true,
    text: ({ created_at }) => dayOf(created_at),
    title: ({ created_at }) => exactTimeOf(created_at),
  },
];

/** What visitors ask about the services (specification, section 2). */
export default function ServiceInquiryListPage() {
  const opened = useOpenRecord(serviceInquiryKind);
  const state = useListState(shape);
  const list = useRecordList(serviceInquiryKind, state.query);
  const actions = useRecordActions(serviceInquiryKind);
  const row = { kind: serviceInquiryKind, onView: opened.open, actions };
  return (
    <>
      <PageHead
        title={serviceInquiryKind.title}
        count={list.total}
        action={<ExportButton list="service_inquiries" query={state.query} />}
      />
      <RecordToolbar list={state} label="Search service inquiries" placeholder="Search service inquiries..." />
      <RecordTable
        kind={serviceInquiryKind}
        list={list}
        state={state}
        opened={opened}
        columns={columns}
        rowActions={(inquiry) => <InquiryActions {...row} record={inquiry} deleting={actions.busy.has(inquiry.id)} />}
        phoneRow={(inquiry) => inquiryPhoneRow({ ...row, record: inquiry })}
        empty={{
          icon: <MessageSquareText size={20} strokeWidth={1.75} />,
          title: 'No service inquiries yet',
          detail: 'What visitors ask about a service on the site arrives here.',
        }}
      />
      <ServiceInquiryDrawer opened={opened} list={list} actions={actions} />
    </>
  );
}
