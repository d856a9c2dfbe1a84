import { leadStatuses } from '@docfolio/admin/kinds/lead-statuses';
import { optionsOf, statusOptions } from '@docfolio/admin/records/list-filters';
import { type RecordForm, recordForm } from '@docfolio/admin/records/record-form';
import { addedLead, budgetRanges, type Lead, leadSources, timelines } from '@docfolio/contracts/entities/lead';
import { leadKind } from './lead-kind.js';

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const leadForm: RecordForm<Lead> = recordForm({
  kind: leadKind,
  schema: addedLead,
  fields: [
    { name: 'name', label: 'Name', control: 'text', required: true },
    { name: 'email', label: 'Email', control: 'email', required: true },
    { name: 'phone', label: 'Phone', control: 'tel', mono: true },
    { name: 'company', label: 'Company', control: 'text' },
    { name: 'status', label: 'Status', control: 'select', options: statusOptions(leadStatuses) },
    { name: 'source', label: 'Source', control: 'select', options: optionsOf(leadSources) },
    { name: 'service_interest', label: 'Service Interest', control: 'text' },
    { name: 'project_type', label: 'Project Type', control: 'text' },
    {
      name: 'budget_range',
      label: 'Budget',
      control: 'select',
      options: plain(budgetRanges),
      emptyLabel: 'Not specified',
    },
    { name: 'timeline', label: 'Timeline', control: 'select', options: plain(timelines), emptyLabel: 'Not specified' },
    { name: 'message', label: 'Message', control: 'textarea' },
  ],
  empty: { status: 'new', source: 'direct' },
});
