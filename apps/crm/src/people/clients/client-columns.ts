import type { Client } from '@docfolio/contracts/client';
import type { Column } from '@docfolio/ui/tables/data-table';
import { dayColumn } from '../../records/day-column.js';

/** Width of the actions' column in CSS px. */
export const clientActionsWidth = 130;

/** The columns of the client table (specification, section 2). Name, email and company share the remaining width. */
export const clientColumns: readonly Column<Client>[] = [
  { key: 'name', header: 'Name', width: 160, grow: 220, primary: true, sortable: true, text: ({ name }) => name },
  {
    key: 'email',
    header: 'Email',
    width: 180,
    grow: 280,
    sortable: true,
    text: ({ email }) => email,
  },
  {
    key: 'company',
    header: 'Company',
    width: 130,
    grow: 240,
    sortable: true,
    text: ({ company }) => company,
  },
  { key: 'phone', header: 'Phone', width: 180, mono: true, text: ({ phone }) => phone },
  dayColumn('created_at', 'Created', 150),
];
