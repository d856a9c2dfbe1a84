import type { Operation } from '@docfolio/contracts/operation';
import type { SelectOption } from '@docfolio/ui/select';
import type { ComponentType, ReactNode } from 'react';
import type { RefCallBack, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { EditableRecord, RecordKind } from './record-kind.js';

/** What stands in a form's fields: text as it was typed, '' for what is not there; true or false of a switch. */
export type FormValue = string | boolean;
export type FormValues = Record<string, FormValue>;
export type FormState = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** A control of a feature's own, for a text that isn't simply typed. Inside a Field: `useFieldControl` gives its id. */
export interface CustomControlProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Of what takes the focus when the field is wrong. */
  ref: RefCallBack;
}

export interface FormField {
  /** The contract's name of the field. */
  name: string;
  /** The specification's. */
  label: string;
  required?: boolean;
  /** A `date` is a day as text, `YYYY-MM-DD`, with the browser's picker beside it. */
  control: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'textarea' | 'select' | 'switch' | 'custom';
  /** Takes both columns; a textarea always does. */
  wide?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  /** A machine's value: written in mono. */
  mono?: boolean;
  leading?: ReactNode;
  /** Lines of a textarea. */
  rows?: number;
  options?: readonly SelectOption[];
  /** Of a select that may stay empty. */
  emptyLabel?: string;
  custom?: ComponentType<CustomControlProps>;
  /** How a value is written where it is compared with another. As it is by default, a select's option by its label. */
  words?: (value: FormValue) => ReactNode;
}

/** The form of a kind of record: its fields once, for adding, editing, and comparing after somebody else has saved. */
export interface RecordForm<R extends EditableRecord> {
  readonly kind: RecordKind<R>;
  readonly fields: readonly FormField[];
  readonly empty: FormValues;
  /** Of a form for new records that begins with something filled in: tells its draft from those of its like. */
  readonly filledFor?: string;
  readonly valuesOf: (record: R) => FormValues;
  /** The contract's input, before it is parsed. */
  readonly inputOf: (values: FormValues) => Record<string, unknown>;
  /** Of a new record; says what is wrong with each field. */
  readonly schema: z.ZodType<Record<string, unknown>>;
  readonly create: Operation<z.ZodType, z.ZodType<R>>;
  /** Takes `{ id, version, ...changes }`. */
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

/** A value as text, to compare and to show. */
export function textOf(values: FormValues, field: FormField): string {
  return wordOf(values[field.name] ?? '');
}

function wordOf(value: FormValue): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** A value as the reader of a comparison reads it. */
export function wordsOf(field: FormField, value: FormValue): ReactNode {
  if (field.words) return field.words(value);
  return field.options?.find((option) => option.value === value)?.label ?? wordOf(value);
}

/** Errors of the schema by field: the first of each. @returns an empty object when all is well */
export function fieldErrorsOf(error: z.ZodError): Record<string, { type: string; message: string }> {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? 'root')] ??= { type: 'schema', message };
  return errors;
}
