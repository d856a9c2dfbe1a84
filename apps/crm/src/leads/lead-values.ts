import type { AddedLead, addedLead, Lead } from '@docfolio/contracts/lead';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

/** What stands in the fields of a lead's form: the contract's input, with the empty string for what is not there. */
export type LeadFormValues = z.input<typeof addedLead>;
export type LeadField = keyof LeadFormValues;
export type LeadForm = UseFormReturn<LeadFormValues, unknown, AddedLead>;

/** The fields in the form's order, by the names of the specification. */
export const leadFieldNames: Readonly<Record<LeadField, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  status: 'Status',
  source: 'Source',
  service_interest: 'Service Interest',
  project_type: 'Project Type',
  budget_range: 'Budget',
  timeline: 'Timeline',
  message: 'Message',
};
export const leadFields = Object.keys(leadFieldNames) as LeadField[];

export const emptyLead: LeadFormValues = {
  name: '',
  email: '',
  phone: '',
  company: '',
  status: 'new',
  source: 'direct',
  service_interest: '',
  project_type: '',
  budget_range: '',
  timeline: '',
  message: '',
};

/** A stored lead as its form shows it. */
export function valuesOf(lead: Lead): LeadFormValues {
  return Object.fromEntries(leadFields.map((field) => [field, lead[field] ?? ''])) as LeadFormValues;
}

/** The value of a field as text, to compare and to show. */
export function textOf(values: LeadFormValues, field: LeadField): string {
  return values[field] ?? '';
}
