import { StatusMenu } from '@docfolio/ui/overlays/status-menu';
import type { Column } from '@docfolio/ui/tables/data-table';
import { memo } from 'react';
import type { CrmRecord } from './record-kind.js';
import type { RecordPageState } from './use-record-page.js';

interface RecordStatusProps<R extends CrmRecord> {
  page: Pick<RecordPageState<R>, 'kind' | 'saving' | 'setStatus'>;
  record: R;
  className?: string;
}

function StatusOf<R extends CrmRecord>({ page: { kind, saving, setStatus }, record, className }: RecordStatusProps<R>) {
  return (
    <StatusMenu
      statuses={kind.statuses ?? []}
      value={(record as { status?: string }).status ?? ''}
      saving={saving.has(record.id)}
      subject={kind.nameOf(record)}
      onChange={(status) => setStatus(record, status)}
      className={className}
    />
  );
}

/** A menu that shows and changes a record's status. It shows the old status until the new one is saved. */
export const RecordStatus = memo(
  StatusOf,
  ({ page: before, record }, now) =>
    record === now.record && before.saving.has(record.id) === now.page.saving.has(record.id),
) as typeof StatusOf;

/** Returns the column with the status menu. @param width CSS px */
export const statusColumn = <R extends CrmRecord>(page: RecordStatusProps<R>['page'], width: number): Column<R> => ({
  key: 'status',
  header: 'Status',
  width,
  cell: (record) => <RecordStatus page={page} record={record} />,
});
