import type { Client } from '@docfolio/contracts/client';
import type { Column } from '@docfolio/ui/tables/data-table';
import { dayColumn, textColumn } from '../../records/columns.js';

export const clientColumns: readonly Column<Client>[] = [
  textColumn('name', 'Name', 160, { grow: 220, primary: true, sortable: true }),
  textColumn('email', 'Email', 180, { grow: 280, sortable: true }),
  textColumn('company', 'Company', 130, { grow: 240, sortable: true }),
  textColumn('phone', 'Phone', 180, { mono: true }),
  dayColumn('created_at', 'Created', 150),
];
