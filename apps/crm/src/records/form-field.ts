import type { Operation } from '@docfolio/contracts/operation';
import type { SelectOption } from '@docfolio/ui/forms/select';
import type { ComponentType, ReactNode } from 'react';
import type { RefCallBack, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { EditableRecord, RecordKind } from './record-kind.js';
import type { FormRoute } from './use-form-route.js';

/** The value of a form field: a boolean for a switch, otherwise a text, which is '' when empty. */
export type FormValue = string | boolean;
export type FormValues = Record<string, FormValue>;
export type FormState = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** Props of a control for `control: 'custom'`. It is rendered in a Field: `useFieldControl` returns its id. */
export interface CustomControlProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** For the element that gets the focus when the field is invalid. */
  ref: RefCallBack;
}

export interface FormField {
  /** The field's name in the contract's input. */
  name: string;
  label: string;
  required?: boolean;
  /** The type of control. The value of a `date` is a text as `YYYY-MM-DD`. */
  control: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'textarea' | 'select' | 'switch' | 'custom';
  /** Makes the field span both columns; a textarea always does. */
  wide?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  /** Uses the monospaced font, for machine-readable values. */
  mono?: boolean;
  leading?: ReactNode;
  rows?: number;
  options?: readonly SelectOption[];
  /** The label of a select's empty option; without it, a select has none. */
  emptyLabel?: string;
  custom?: ComponentType<CustomControlProps>;
  /** Formats a value for the user to compare two versions; by default the text, or an option's label. */
  words?: (value: FormValue) => ReactNode;
}

/** Describes the form of a kind of record, which adds and edits records and resolves edit conflicts. */
export interface RecordForm<R extends EditableRecord> {
  readonly kind: RecordKind<R>;
  /** The dialog that shows the form; a property, so that `RecordPage` does not import it for kinds without a form. */
  readonly Dialog: ComponentType<{ of: RecordForm<R>; route: FormRoute }>;
  readonly fields: readonly FormField[];
  readonly empty: FormValues;
  /** Id of the record that a new record is prefilled from; it keeps the drafts of such forms apart. */
  readonly filledFor?: string;
  readonly valuesOf: (record: R) => FormValues;
  /** Converts form values to the contract's input, which `schema` then parses. */
  readonly inputOf: (values: FormValues) => Record<string, unknown>;
  /** The schema of a new record's input, which also validates each field while editing. */
  readonly schema: z.ZodType<Record<string, unknown>>;
  readonly create: Operation<z.ZodType, z.ZodType<R>>;
  /** The PATCH operation, whose input is `{ id, version, ...changes }`. */
  readonly patch: Operation<z.ZodType, z.ZodType<R>>;
  readonly words: {
    addTitle: string;
    editTitle: string;
    create: string;
    update: string;
    created: string;
    updated: string;
    createFailed: string;
    updateFailed: string;
  };
}

export function textOf(values: FormValues, field: FormField): string {
  return wordOf(values[field.name] ?? '');
}

function wordOf(value: FormValue): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** Formats a field's value for the user to compare two versions of a record. */
export function wordsOf(field: FormField, value: FormValue): ReactNode {
  if (field.words) return field.words(value);
  return field.options?.find((option) => option.value === value)?.label ?? wordOf(value);
}
