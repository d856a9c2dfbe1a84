import { portfolioInquirySorts, type SentPortfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import type { Column } from '@docfolio/ui/data-table';
import { Briefcase } from 'lucide-react';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { RecordTable } from '../../records/record-table.js';
import { dayOf, exactTimeOf } from '../../records/record-texts.js';
import { RecordToolbar } from '../../records/record-toolbar.js';
import { useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordActions } from '../../records/use-record-actions.js';
import { useRecordList } from '../../records/use-record-list.js';
import { InquiryActions, inquiryPhoneRow } from './inquiry-row.js';
import { SentBy } from './person-block.js';
import { PortfolioInquiryDrawer } from './portfolio-inquiry-drawer.js';
import { portfolioInquiryKind } from './portfolio-inquiry-kind.js';

const shape = { sorts: portfolioInquirySorts, filters: {} };

/** Specification, section 2, in its order. */
const columns: readonly Column<SentPortfolioInquiry>[] = [
  {
    key: 'project_name',
    header: 'Project Interest',
    width: 220,
    grow: 300,
    primary: true,
    sortable: true,
    title: ({ project_name, person }) => `${project_name}, ${person?.name ?? 'deleted lead'}`,
    cell: ({ project_name, person }) => <SentBy what={project_name} person={person} />,
  },
  {
    key: 'similar_project_interest',
    header: 'Similar Project',
    width: 160,
    grow: 280,
    fallback: 'No similar project interest specified',
    text: ({ similar_project_interest }) => similar_project_interest,
  },
  {
    key: 'custom_requirements',
    header: 'Custom Requirements',
    width: 160,
    grow: 280,
    fallback: 'No custom requirements provided',
    text: ({ custom_requirements }) => custom_requirements,
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

/** What visitors want of what they saw in the portfolio (specification, section 2). */
export default function PortfolioInquiryListPage() {
  const opened = useOpenRecord(portfolioInquiryKind);
  const state = useListState(shape);
  const list = useRecordList(portfolioInquiryKind, state.query);
  const actions = useRecordActions(portfolioInquiryKind);
  const row = { kind: portfolioInquiryKind, onView: opened.open, actions };
  return (
    <>
      <PageHead
        title={portfolioInquiryKind.title}
        count={list.total}
        action={<ExportButton list="portfolio_inquiries" query={state.query} />}
      />
      <RecordToolbar list={state} label="Search portfolio inquiries" placeholder="Search portfolio inquiries..." />
      <RecordTable
        kind={portfolioInquiryKind}
        list={list}
        state={state}
        opened={opened}
        columns={columns}
        rowActions={(inquiry) => <InquiryActions {...row} record={inquiry} deleting={actions.busy.has(inquiry.id)} />}
        phoneRow={(inquiry) => inquiryPhoneRow({ ...row, record: inquiry })}
        empty={{
          icon: <Briefcase size={20} strokeWidth={1.75} />,
          title: 'No portfolio inquiries yet',
          detail: 'Who wants something like a case study of the portfolio arrives here.',
        }}
      />
      <PortfolioInquiryDrawer opened={opened} list={list} actions={actions} />
    </>
  );
}
