import type { Project } from '@docfolio/contracts/project';
import type { Column } from '@docfolio/ui/tables/data-table';
import { dayColumn, textColumn } from '../../records/columns.js';
import { moneyOf } from '../../records/money.js';
import { statusColumn } from '../../records/record-status.js';
import type { RecordPageState } from '../../records/use-record-page.js';

export const projectColumns = (page: RecordPageState<Project>): readonly Column<Project>[] => [
  textColumn('title', 'Title', 180, { grow: 300, primary: true, sortable: true }),
  textColumn('service_type', 'Service Type', 150, { grow: 216 }),
  statusColumn(page, 152),
  {
    key: 'budget',
    header: 'Budget',
    width: 128,
    mono: true,
    sortable: true,
    text: ({ budget }) => (budget === null ? null : moneyOf(budget)),
  },
  textColumn('timeline_estimate', 'Timeline', 140),
  dayColumn('created_at', 'Created', 132),
];
