import { type ManagedTestimonial, testimonialFilters, testimonialSorts } from '@docfolio/contracts/testimonial';
import { AddButton } from '../records/add-button.js';
import { PageHead } from '../records/page-head.js';
import { RecordDialog } from '../records/record-dialog.js';
import { capitalised } from '../records/record-kind.js';
import { RecordTable } from '../records/record-table.js';
import { type ListFilter, RecordToolbar } from '../records/record-toolbar.js';
import { useFormRoute } from '../records/use-form-route.js';
import { type ListShape, useListState } from '../records/use-list-state.js';
import { useOpenRecord } from '../records/use-open-record.js';
import { useRecordList } from '../records/use-record-list.js';
import { useStableHandler } from '../records/use-stable-handler.js';
import { testimonialColumns } from './testimonial-columns.js';
import { TestimonialDrawer } from './testimonial-drawer.js';
import { testimonialForm } from './testimonial-form.js';
import { testimonialKind } from './testimonial-kind.js';
import { testimonialPhoneRow } from './testimonial-phone-row.js';
import { TestimonialRowMenu } from './testimonial-row-menu.js';
import { useTestimonialActions } from './use-testimonial-actions.js';

const shape: ListShape = { sorts: testimonialSorts, filters: { status: testimonialFilters } };

/** The filters above the table (specification, section 9). */
const filters: readonly ListFilter[] = [
  {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    options: testimonialFilters.map((filter) => ({ value: filter, label: capitalised(filter) })),
  },
];

/** The page with the table of testimonials, and the open one in a drawer (specification, section 2). */
export default function TestimonialListPage() {
  const opened = useOpenRecord(testimonialKind);
  const state = useListState(shape);
  const list = useRecordList(testimonialKind, state.query);
  const actions = useTestimonialActions();
  const form = useFormRoute();
  const edit = useStableHandler((testimonial: ManagedTestimonial) => form.openEdit(testimonial.id));
  const row = { actions, onView: opened.open, onEdit: edit };

  return (
    <>
      <PageHead
        title={testimonialKind.title}
        count={list.total}
        action={<AddButton kind={testimonialKind} onClick={form.openAdd} primary />}
      />
      <RecordToolbar kind={testimonialKind} list={state} filters={filters} />
      <RecordTable
        kind={testimonialKind}
        list={list}
        state={state}
        opened={opened}
        columns={testimonialColumns}
        rowActions={(testimonial) => <TestimonialRowMenu testimonial={testimonial} {...row} />}
        phoneRow={(testimonial) => testimonialPhoneRow({ testimonial, ...row })}
        empty={{
          title: 'No testimonials yet',
          detail: 'Add what a client says about your work. It appears on the site immediately.',
          action: <AddButton kind={testimonialKind} onClick={form.openAdd} />,
        }}
      />
      <TestimonialDrawer opened={opened} list={list} actions={actions} onEdit={form.openEdit} />
      <RecordDialog of={testimonialForm} route={form} />
    </>
  );
}
