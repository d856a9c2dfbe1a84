import type { Client } from '@docfolio/contracts/client';
import type { Column } from '@docfolio/ui/data-table';
import { dayColumn } from '../../records/day-column.js';

/** CSS px of the actions' column. */
export const clientActionsWidth = 130;

/** The columns in the order of the specification, section 2. Name, email and company share the width of the window. */
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
