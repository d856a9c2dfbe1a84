import { type Client, clients, newClient } from '@docfolio/contracts/client';
import type { RecordForm } from '../../records/record-form.js';
import { clientKind } from './client-kind.js';

const fields = [
  { name: 'name', label: 'Name', control: 'text', required: true },
  { name: 'email', label: 'Email', control: 'email', required: true },
  { name: 'phone', label: 'Phone', control: 'tel', mono: true },
  { name: 'company', label: 'Company', control: 'text' },
  { name: 'billing_address', label: 'Billing Address', control: 'textarea' },
] as const satisfies RecordForm<Client>['fields'];

/** The form that adds and edits clients (specification, sections 2 and 5). */
export const clientForm: RecordForm<Client> = {
  kind: clientKind,
  fields,
  empty: Object.fromEntries(fields.map(({ name }) => [name, ''])),
  valuesOf: (client) => Object.fromEntries(fields.map(({ name }) => [name, client[name] ?? ''])),
  inputOf: (values) => values,
  schema: newClient,
  create: clients.create,
  patch: clients.patch,
  words: {
    addTitle: 'Add New Client',
    editTitle: 'Edit Client',
    create: 'Create Client',
    update: 'Update Client',
    created: 'Client created successfully',
    updated: 'Client updated successfully',
    createFailed: 'Failed to create client',
    updateFailed: 'Failed to update client',
  },
};
