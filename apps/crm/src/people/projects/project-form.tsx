import { projectStatuses } from '@docfolio/admin/kinds/project-statuses';
import { statusOptions } from '@docfolio/admin/records/list-filters';
import { inputOf, type RecordForm, recordForm } from '@docfolio/admin/records/record-form';
import { newProject, type Project } from '@docfolio/contracts/entities/project';
import { currencySymbol } from '@docfolio/site-copy/derived';
import { ClientName } from '../links/client-name.js';
import { ClientPicker } from '../links/client-picker.js';
import { projectKind } from './project-kind.js';
import { ServiceTypeSelect } from './service-type-select.js';

const fields: RecordForm<Project>['fields'] = [
  { name: 'title', label: 'Project Title', control: 'text', required: true, wide: true },
  {
    name: 'service_type',
    label: 'Service Type',
    control: 'custom',
    custom: ServiceTypeSelect,
    required: true,
    wide: true,
  },
  { name: 'description', label: 'Description', control: 'textarea', rows: 3 },
  { name: 'budget', label: 'Budget', control: 'number', mono: true, leading: currencySymbol.trim() },
  { name: 'timeline_estimate', label: 'Timeline Estimate', control: 'text', placeholder: 'e.g., 8 weeks' },
  { name: 'start_date', label: 'Start Date', control: 'date' },
  { name: 'end_date', label: 'End Date', control: 'date' },
  {
    name: 'client_id',
    label: 'Client',
    control: 'custom',
    custom: ClientPicker,
    words: (id) => id && <ClientName id={String(id)} />,
  },
  { name: 'status', label: 'Status', control: 'select', options: statusOptions(projectStatuses) },
];

export const projectEditForm: RecordForm<Project> = recordForm({
  kind: projectKind,
  schema: newProject,
  fields,
  empty: { status: 'inquiry' },
  inputOf: (values) => ({ ...inputOf(fields, values), client_id: values.client_id || null }),
});

/** The form for a new project, without the field `status`. */
export const projectForm: RecordForm<Project> = {
  ...projectEditForm,
  fields: fields
    .filter(({ name }) => name !== 'status')
    .map((field) => (field.name === 'client_id' ? { ...field, wide: true } : field)),
};

/** Returns the form for a new project, with the client chosen if `clientId` is given. */
export function projectFormFor(clientId: string | undefined): RecordForm<Project> {
  if (!clientId) return projectForm;
  return { ...projectForm, empty: { ...projectForm.empty, client_id: clientId }, filledFor: clientId };
}
