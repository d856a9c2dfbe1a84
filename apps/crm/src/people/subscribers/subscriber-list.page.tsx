import { type Subscriber, subscriberSorts, subscriberSources } from '@docfolio/contracts/subscriber';
import type { Column } from '@docfolio/ui/tables/data-table';
import { dayColumn } from '../../records/day-column.js';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { capitalised } from '../../records/record-kind.js';
import { RecordTable } from '../../records/record-table.js';
import { type ListFilter, RecordToolbar } from '../../records/record-toolbar.js';
import { type ListShape, useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordList } from '../../records/use-record-list.js';
import { SubscriberDrawer } from './subscriber-drawer.js';
import { sourceOf, subscriberKind } from './subscriber-kind.js';
import { SubscriberBadge, SubscriberRowActions, subscriberPhoneRow } from './subscriber-row.js';
import { useSubscriberActions } from './use-subscriber-actions.js';

const statuses = ['active', 'inactive'];
const shape: ListShape = { sorts: subscriberSorts, filters: { status: statuses, source: subscriberSources } };
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: capitalised(value) }));

/** The filters above the table (specification, section 9). */
const filters: readonly ListFilter[] = [
  { name: 'status', label: 'Status', all: 'All statuses', options: optionsOf(statuses) },
  { name: 'source', label: 'Source', all: 'All sources', options: optionsOf(subscriberSources) },
];

/** The columns of the subscriber table, in their order (specification, section 2). */
const columns: readonly Column<Subscriber>[] = [
  { key: 'email', header: 'Email', width: 200, grow: 320, primary: true, sortable: true, text: ({ email }) => email },
  { key: 'name', header: 'Name', width: 130, grow: 220, text: ({ name }) => name },
  { key: 'source', header: 'Source', width: 120, mono: true, text: sourceOf },
  {
    key: 'status',
    header: 'Status',
    width: 120,
    cell: (subscriber) => <SubscriberBadge subscriber={subscriber} />,
  },
  dayColumn('subscribed_at', 'Subscribed', 132),
];

/** The page with the newsletter's subscribers (specification, section 2). */
export default function SubscriberListPage() {
  const opened = useOpenRecord(subscriberKind);
  const state = useListState(shape);
  const list = useRecordList(subscriberKind, state.query);
  const actions = useSubscriberActions();
  const { busy, toggle, remove } = actions;
  return (
    <>
      <PageHead
        title={subscriberKind.title}
        count={list.total}
        action={<ExportButton list="blog_subscribers" query={state.query} />}
      />
      <RecordToolbar kind={subscriberKind} list={state} filters={filters} />
      <RecordTable
        kind={subscriberKind}
        list={list}
        state={state}
        opened={opened}
        columns={columns}
        rowActions={(subscriber) => (
          <SubscriberRowActions {...{ subscriber, toggle, remove }} busy={busy.has(subscriber.id)} />
        )}
        phoneRow={(subscriber) => subscriberPhoneRow({ subscriber, actions, onView: opened.open })}
        empty={{
          title: 'No subscribers yet',
          detail: 'Newsletter sign-ups from the blog appear here.',
        }}
      />
      <SubscriberDrawer opened={opened} list={list} actions={actions} />
    </>
  );
}
