import type { Lead, LeadStatus } from '@docfolio/contracts/lead';
import { StatusMenu } from '@docfolio/ui/overlays/status-menu';
import type { Column } from '@docfolio/ui/tables/data-table';
import { memo } from 'react';
import { dayColumn } from '../../records/day-column.js';
import { leadStatuses } from '../statuses/lead-statuses.js';

interface LeadStatusMenuProps {
  lead: Lead;
  saving: boolean;
  /** Must be a stable function, because the menu is memoised. */
  onChange: (lead: Lead, status: LeadStatus) => void;
  className?: string;
}

/** A menu in the row that shows and changes a lead's status. It shows the old status until the new one is saved. */
export const LeadStatusMenu = memo(function LeadStatusMenu({ lead, saving, onChange, className }: LeadStatusMenuProps) {
  return (
    <StatusMenu
      statuses={leadStatuses}
      value={lead.status}
      saving={saving}
      subject={lead.name}
      onChange={(status) => onChange(lead, status)}
      className={className}
    />
  );
});

/** Returns the columns of the lead table (specification, section 2). Email and company shrink first. */
export function leadColumns(
  saving: ReadonlySet<string>,
  onChange: LeadStatusMenuProps['onChange'],
): readonly Column<Lead>[] {
  return [
    { key: 'name', header: 'Name', width: 168, primary: true, sortable: true, text: ({ name }) => name },
    {
      key: 'email',
      header: 'Email',
      width: 150,
      grow: 206,
      sortable: true,
      text: ({ email }) => email,
    },
    {
      key: 'company',
      header: 'Company',
      width: 110,
      grow: 146,
      sortable: true,
      text: ({ company }) => company,
    },
    {
      key: 'status',
      header: 'Status',
      width: 122,
      cell: (lead) => <LeadStatusMenu lead={lead} saving={saving.has(lead.id)} onChange={onChange} />,
    },
    { key: 'source', header: 'Source', width: 92, mono: true, text: ({ source }) => source },
    {
      key: 'service_interest',
      header: 'Service Interest',
      width: 178,
      text: ({ service_interest }) => service_interest,
    },
    {
      key: 'budget_range',
      header: 'Budget',
      width: 88,
      mono: true,
      text: ({ budget_range }) => budget_range,
    },
    dayColumn('created_at', 'Created', 112),
  ];
}
