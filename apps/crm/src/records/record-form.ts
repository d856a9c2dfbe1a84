import type { Operation } from '@docfolio/contracts/operation';
import type { SelectOption } from '@docfolio/ui/select';
import type { ComponentType, ReactNode } from 'react';
import type { RefCallBack, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { EditableRecord, RecordKind } from './record-kind.js';

/** A field's value: text, '' if empty; a boolean of a switch. */
export type FormValue = string | boolean;
export type FormValues = Record<string, FormValue>;
export type FormState = UseFormReturn<FormValues, unknown, Record<string, unknown>>;

/** A feature's own control. Inside a Field: `useFieldControl` provides its id. */
export interface CustomControlProps {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Of the element to focus on an error. */
  ref: RefCallBack;
}

export interface FormField {
  /** Its name in the contract. */
  name: string;
  label: string;
  required?: boolean;
  /** `date`: text as `YYYY-MM-DD`, with the browser's picker. */
  control: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'textarea' | 'select' | 'switch' | 'custom';
  /** Spans both columns, as a textarea always does. */
  wide?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  /** In mono, for machine-readable values. */
  mono?: boolean;
  leading?: ReactNode;
  rows?: number;
  options?: readonly SelectOption[];
  /** Lets a select be empty. */
  emptyLabel?: string;
  custom?: ComponentType<CustomControlProps>;
  /** Formats a value for comparison; by default as it is, or an option's label. */
  words?: (value: FormValue) => ReactNode;
}

/** The form of a kind of record, for adding, editing, and resolving edit conflicts. */
export interface RecordForm<R extends EditableRecord> {
  readonly kind: RecordKind<R>;
  readonly fields: readonly FormField[];
  readonly empty: FormValues;
  /** Distinguishes the draft of a prefilled form for new records. */
  readonly filledFor?: string;
  readonly valuesOf: (record: R) => FormValues;
  /** Returns the contract's input, unparsed. */
  readonly inputOf: (values: FormValues) => Record<string, unknown>;
  /** Of a new record; validates each field. */
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

export function textOf(values: FormValues, field: FormField): string {
  return wordOf(values[field.name] ?? '');
}

function wordOf(value: FormValue): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
}

/** Formats a value for comparison. */
export function wordsOf(field: FormField, value: FormValue): ReactNode {
  if (field.words) return field.words(value);
  return field.options?.find((option) => option.value === value)?.label ?? wordOf(value);
}
