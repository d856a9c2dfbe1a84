import { dayColumn, textColumn } from '@docfolio/admin/records/columns';
import type { Client } from '@docfolio/contracts/entities/client';
import type { Column } from '@docfolio/ui/tables/data-table';

export const clientColumns: readonly Column<Client>[] = [
  textColumn('name', 'Name', 160, { grow: 220, primary: true, sortable: true }),
  textColumn('email', 'Email', 180, { grow: 280, sortable: true }),
  textColumn('company', 'Company', 130, { grow: 240, sortable: true, yields: 2 }),
  textColumn('phone', 'Phone', 180, { mono: true, yields: 1 }),
  dayColumn('created_at', 'Created', 150),
];
