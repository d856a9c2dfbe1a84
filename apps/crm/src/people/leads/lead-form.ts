import { addedLead, budgetRanges, type Lead, leadSources, leads, timelines } from '@docfolio/contracts/lead';
import type { RecordForm } from '../../records/record-form.js';
import { capitalised } from '../../records/record-kind.js';
import { leadStatuses } from '../statuses/lead-statuses.js';
import { statusOptions } from '../statuses/status-options.js';
import { leadKind } from './lead-kind.js';

const sourceOptions = leadSources.map((source) => ({ value: source, label: capitalised(source) }));
const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const fields = [
  { name: 'name', label: 'Name', control: 'text', required: true },
  { name: 'email', label: 'Email', control: 'email', required: true },
  { name: 'phone', label: 'Phone', control: 'tel', mono: true },
  { name: 'company', label: 'Company', control: 'text' },
  { name: 'status', label: 'Status', control: 'select', options: statusOptions(leadStatuses) },
  { name: 'source', label: 'Source', control: 'select', options: sourceOptions },
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
] as const satisfies RecordForm<Lead>['fields'];

export const leadForm: RecordForm<Lead> = {
  kind: leadKind,
  fields,
  empty: { ...Object.fromEntries(fields.map(({ name }) => [name, ''])), status: 'new', source: 'direct' },
  valuesOf: (lead) => Object.fromEntries(fields.map(({ name }) => [name, lead[name] ?? ''])),
  inputOf: (values) => values,
  schema: addedLead,
  create: leads.create,
  patch: leads.patch,
  words: {
    addTitle: 'Add New Lead',
    editTitle: 'Edit Lead',
    create: 'Create Lead',
    update: 'Update Lead',
    created: 'Lead created successfully',
    updated: 'Lead updated successfully',
    createFailed: 'Failed to create lead',
    updateFailed: 'Failed to update lead',
  },
};
