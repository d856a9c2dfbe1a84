import { type RecordForm, recordForm } from '@docfolio/admin/records/record-form';
import { type Client, newClient } from '@docfolio/contracts/entities/client';
import { clientKind } from './client-kind.js';

export const clientForm: RecordForm<Client> = recordForm({
  kind: clientKind,
  schema: newClient,
  fields: [
    { name: 'name', label: 'Name', control: 'text', required: true },
    { name: 'email', label: 'Email', control: 'email', required: true },
    { name: 'phone', label: 'Phone', control: 'tel', mono: true },
    { name: 'company', label: 'Company', control: 'text' },
    { name: 'billing_address', label: 'Billing Address', control: 'textarea' },
  ],
});
