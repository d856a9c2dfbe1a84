import { dayColumn, textColumn } from '@docfolio/admin/records/columns';
import { statusColumn } from '@docfolio/admin/records/record-status';
import type { RecordPageState } from '@docfolio/admin/records/use-record-page';
import type { Lead } from '@docfolio/contracts/entities/lead';
import type { Column } from '@docfolio/ui/tables/data-table';

export const leadColumns = (page: RecordPageState<Lead>): readonly Column<Lead>[] => [
  textColumn('name', 'Name', 168, { primary: true, sortable: true }),
  textColumn('email', 'Email', 150, { grow: 206, sortable: true }),
  textColumn('company', 'Company', 110, { grow: 146, sortable: true }),
  statusColumn(page, 122),
  textColumn('source', 'Source', 92, { mono: true, yields: 1 }),
  textColumn('service_interest', 'Service Interest', 178, { yields: 2 }),
  textColumn('budget_range', 'Budget', 88, { mono: true, yields: 3 }),
  dayColumn('created_at', 'Created', 112),
];
