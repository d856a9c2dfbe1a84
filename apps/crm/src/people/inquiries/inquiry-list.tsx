import { dayColumn } from '@docfolio/admin/records/columns';
import { listFilter, optionsOf } from '@docfolio/admin/records/list-filters';
import { LongText } from '@docfolio/admin/records/long-text';
import { RecordPage } from '@docfolio/admin/records/record-page';
import { TimeText } from '@docfolio/admin/records/time-text';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import { inquiryStatuses } from '@docfolio/contracts/entities/inquiry-status';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import type { Column } from '@docfolio/ui/tables/data-table';
import { useMemo } from 'react';
import type { InquiryView, SentInquiry } from './inquiry-view.js';
import { PersonBlock, SentBy } from './person-block.js';

const filters = [listFilter('status', 'statuses', optionsOf(inquiryStatuses))];

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

/** A page of inquiries: the table, and the open inquiry with its sender in a drawer. */
export function InquiryList<R extends SentInquiry>({ view }: { view: InquiryView<R> }) {
  const { kind, sorts, subject } = view;
  const page = useRecordPage(kind, { sorts, filters });
  const columns = useMemo(() => columnsOf(view), [view]);
  return (
    <RecordPage
      page={page}
      columns={columns}
      row={{
        buttons: (_inquiry, { view, remove }) => [view, remove],
        phone: (inquiry) => ({
          at: inquiry.created_at,
          detail: inquiry.person?.name ?? 'deleted lead',
          title: kind.nameOf(inquiry),
        }),
      }}
      emptyDetail={view.emptyDetail}
      drawerTitle={view.drawerTitle}
      drawer={(inquiry) => ({
        children: (
          <>
            <FieldList className="mt-5">
              <FieldRow name={subject.field}>{kind.nameOf(inquiry)}</FieldRow>
              <FieldRow name="From">
                <PersonBlock person={inquiry.person} />
              </FieldRow>
              {view.fieldsOf?.(inquiry)}
              <FieldRow name="Created">
                <TimeText at={inquiry.created_at} as="minute" />
              </FieldRow>
            </FieldList>
            {view.sectionsOf(inquiry).map(({ title, ...text }) => (
              <DrawerSection key={title} title={title}>
                <LongText {...text} />
              </DrawerSection>
            ))}
          </>
        ),
      })}
    />
  );
}
