import { dayColumn, textColumn } from '@docfolio/admin/records/columns';
import { moneyOf } from '@docfolio/admin/records/money';
import { statusColumn } from '@docfolio/admin/records/record-status';
import type { RecordPageState } from '@docfolio/admin/records/use-record-page';
import type { Project } from '@docfolio/contracts/entities/project';
import type { Column } from '@docfolio/ui/tables/data-table';

export const projectColumns = (page: RecordPageState<Project>): readonly Column<Project>[] => [
  textColumn('title', 'Title', 180, { grow: 300, primary: true, sortable: true }),
  textColumn('service_type', 'Service Type', 150, { grow: 216, yields: 2 }),
  statusColumn(page, 152),
  {
    key: 'budget',
    header: 'Budget',
    width: 128,
    mono: true,
    sortable: true,
    text: ({ budget }) => (budget === null ? null : moneyOf(budget)),
  },
  textColumn('timeline_estimate', 'Timeline', 140, { yields: 1 }),
  dayColumn('created_at', 'Created', 132),
];
