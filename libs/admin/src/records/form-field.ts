import type { Operation } from '@docfolio/contracts/core/operation';
import type { SelectOption } from '@docfolio/ui/forms/select';
import type { ComponentType, ReactNode } from 'react';
import type { RefCallBack, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { EditableRecord, RecordKind } from './record-kind.js';
import type { FormRoute } from './use-form-route.js';

/** A boolean for a switch, otherwise text. */
export type FormValue = string | boolean;
export type FormValues = Record<string, FormValue>;
export type FormState = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** Props of a control for `control: 'custom'`, which is rendered in a Field. */
export interface CustomControlProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Ref of the element to focus if the field is invalid. */
  ref: RefCallBack;
}

export interface FormField {
  /** The field's name in the API's input. */
  name: string;
  label: string;
  required?: boolean;
  /** The value of a `date` is `YYYY-MM-DD`. */
  control: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'textarea' | 'select' | 'switch' | 'custom';
  /** Spans both columns; a textarea always does. */
  wide?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  mono?: boolean;
  leading?: ReactNode;
  rows?: number;
  options?: readonly SelectOption[];
  /** Label of a select's empty option. Default: no such option. */
  emptyLabel?: string;
  custom?: ComponentType<CustomControlProps>;
  /** Formats a value for comparing two versions. Default: the text, or an option's label. */
  words?: (value: FormValue) => ReactNode;
}

/** The form that adds and edits records of a kind, and resolves edit conflicts. */
export interface RecordForm<R extends EditableRecord> {
  readonly kind: RecordKind<R>;
  /** A property, so that `RecordPage` does not import it for kinds without a form. */
  readonly Dialog: ComponentType<{ of: RecordForm<R>; route: FormRoute }>;
  readonly fields: readonly FormField[];
  readonly empty: FormValues;
  /** Id of the record that a new record is prefilled from. It keeps the drafts of such forms apart. */
  readonly filledFor?: string;
  readonly valuesOf: (record: R) => FormValues;
  /** Converts form values to the API's input, which `schema` parses. */
  readonly inputOf: (values: FormValues) => Record<string, unknown>;
  /** Schema of a new record, which also validates each field while editing. */
  readonly schema: z.ZodType<Record<string, unknown>>;
  readonly create: Operation<z.ZodType, z.ZodType<R>>;
  /** PATCH with `{ id, version, ...changes }`. */
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

/** Formats a field's value for comparing two versions of a record. */
export function wordsOf(field: FormField, value: FormValue): ReactNode {
  if (field.words) return field.words(value);
  return field.options?.find((option) => option.value === value)?.label ?? wordOf(value);
}
