import type { Lead } from '@docfolio/contracts/lead';
import type { Column } from '@docfolio/ui/tables/data-table';
import { dayColumn, textColumn } from '../../records/columns.js';
import { statusColumn } from '../../records/record-status.js';
import type { RecordPageState } from '../../records/use-record-page.js';

export const leadColumns = (page: RecordPageState<Lead>): readonly Column<Lead>[] => [
  textColumn('name', 'Name', 168, { primary: true, sortable: true }),
  textColumn('email', 'Email', 150, { grow: 206, sortable: true }),
  textColumn('company', 'Company', 110, { grow: 146, sortable: true }),
  statusColumn(page, 122),
  textColumn('source', 'Source', 92, { mono: true }),
  textColumn('service_interest', 'Service Interest', 178),
  textColumn('budget_range', 'Budget', 88, { mono: true }),
  dayColumn('created_at', 'Created', 112),
];
