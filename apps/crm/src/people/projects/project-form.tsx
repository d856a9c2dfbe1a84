import { newProject, type Project, projects } from '@docfolio/contracts/project';
import { amountIn } from '../../records/money.js';
import type { FormField, RecordForm } from '../../records/record-form.js';
import { ClientName } from '../links/client-name.js';
import { ClientPicker } from '../links/client-picker.js';
import { projectStatuses } from '../statuses/project-statuses.js';
import { statusOptions } from '../statuses/status-options.js';
import { projectKind } from './project-kind.js';
import { ServiceTypeSelect } from './service-type-select.js';

const fields: readonly FormField[] = [
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
  { name: 'budget', label: 'Budget', control: 'number', mono: true, leading: '$' },
  { name: 'timeline_estimate', label: 'Timeline Estimate', control: 'text', placeholder: 'e.g., 8 weeks' },
  { name: 'start_date', label: 'Start Date', control: 'date' },
  { name: 'end_date', label: 'End Date', control: 'date' },
];
const client: FormField = {
  name: 'client_id',
  label: 'Client',
  control: 'custom',
  custom: ClientPicker,
  words: (id) => id && <ClientName id={String(id)} />,
};
const status: FormField = {
  name: 'status',
  label: 'Status',
  control: 'select',
  options: statusOptions(projectStatuses),
};

/** The form for a new project: the fields of the specification (sections 2 and 5), and the client. */
export const projectForm: RecordForm<Project> = {
  kind: projectKind,
  fields: [...fields, { ...client, wide: true }],
  empty: {
    title: '',
    service_type: '',
    description: '',
    budget: '',
    timeline_estimate: '',
    start_date: '',
    end_date: '',
    client_id: '',
    status: 'inquiry',
  },
  valuesOf: ({ title, service_type, description, budget, timeline_estimate, start_date, end_date, ...project }) => ({
    title,
    service_type,
    description: description ?? '',
    budget: budget === null ? '' : String(budget),
    timeline_estimate: timeline_estimate ?? '',
    start_date: start_date ?? '',
    end_date: end_date ?? '',
    client_id: project.client_id ?? '',
    status: project.status,
  }),
  inputOf: (values) => ({ ...values, budget: amountIn(String(values.budget)), client_id: values.client_id || null }),
  schema: newProject,
  create: projects.create,
  patch: projects.patch,
  words: {
    addTitle: 'Add New Project',
    editTitle: 'Edit Project',
    create: 'Create Project',
    update: 'Update Project',
    created: 'Project created successfully',
    updated: 'Project updated successfully',
    createFailed: 'Failed to create project',
    updateFailed: 'Failed to update project',
  },
};

/** The form for an existing project, which also has the status. */
export const projectEditForm: RecordForm<Project> = { ...projectForm, fields: [...fields, client, status] };

/** Returns the form for a new project, with the given client chosen; undefined: no client. */
export function projectFormFor(clientId: string | undefined): RecordForm<Project> {
  if (!clientId) return projectForm;
  return { ...projectForm, empty: { ...projectForm.empty, client_id: clientId }, filledFor: clientId };
}
