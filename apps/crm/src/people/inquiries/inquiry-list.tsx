import type { Column } from '@docfolio/ui/tables/data-table';
import { useMemo } from 'react';
import { dayColumn } from '../../records/day-column.js';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { RecordTable } from '../../records/record-table.js';
import { RecordToolbar } from '../../records/record-toolbar.js';
import { useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordActions } from '../../records/use-record-actions.js';
import { useRecordList } from '../../records/use-record-list.js';
import { InquiryDrawer } from './inquiry-drawer.js';
import { InquiryActions, inquiryPhoneRow } from './inquiry-row.js';
import type { InquiryView, SentInquiry } from './inquiry-view.js';
import { SentBy } from './person-block.js';

/** Returns the columns of an inquiry table, in their order (specification, section 2). */
function columnsOf<R extends SentInquiry>({ kind, subject, columns }: InquiryView<R>): readonly Column<R>[] {
  const { key, header, grow } = subject;
  return [
    {
      key,
      header,
      width: 220,
      grow,
      primary: true,
      sortable: true,
      title: (inquiry) => `${kind.nameOf(inquiry)}, ${inquiry.person?.name ?? 'deleted lead'}`,
      cell: (inquiry) => <SentBy what={kind.nameOf(inquiry)} person={inquiry.person} />,
    },
    ...columns,
    dayColumn('created_at', 'Created', 124),
  ];
}

/** A page of inquiries: the table, and the open inquiry in a drawer. */
export function InquiryList<R extends SentInquiry>({ view }: { view: InquiryView<R> }) {
  const { kind, sorts } = view;
  const opened = useOpenRecord(kind);
  const state = useListState(useMemo(() => ({ sorts, filters: {} }), [sorts]));
  const list = useRecordList(kind, state.query);
  const actions = useRecordActions(kind);
  const columns = useMemo(() => columnsOf(view), [view]);
  const row = { kind, onView: opened.open, actions };
  return (
    <>
      <PageHead title={kind.title} count={list.total} action={<ExportButton list={kind.topic} query={state.query} />} />
      <RecordToolbar kind={kind} list={state} />
      <RecordTable
        kind={kind}
        list={list}
        state={state}
        opened={opened}
        columns={columns}
        rowActions={(inquiry) => <InquiryActions {...row} record={inquiry} deleting={actions.busy.has(inquiry.id)} />}
        phoneRow={(inquiry) => inquiryPhoneRow({ ...row, record: inquiry })}
        empty={{ title: `No ${kind.many} yet`, detail: view.emptyDetail }}
      />
      <InquiryDrawer view={view} opened={opened} list={list} actions={actions} />
    </>
  );
}
