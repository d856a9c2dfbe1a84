import type { Operation } from '@docfolio/contracts/operation';
import type { SelectOption } from '@docfolio/ui/forms/select';
import type { ComponentType, ReactNode } from 'react';
import type { RefCallBack, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { amountIn } from './money.js';
import { capitalised, type EditableRecord, type RecordKind } from './record-kind.js';

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

type FormOptions<R extends EditableRecord> = Pick<RecordForm<R>, 'kind' | 'fields' | 'schema'> &
  Partial<Pick<RecordForm<R>, 'inputOf'>> & {
    /** Values of a new record that are not empty. */
    empty?: FormValues;
    /** Returns the values of fields whose value is not the record's own, as text. */
    valuesOf?: (record: R) => FormValues;
    words?: Partial<RecordForm<R>['words']>;
  };

/**
 * Returns the form of a kind. Values, input and texts follow from its fields and its name, unless `options` has others.
 * @throws Error if the kind has no operations to create and patch records
 */
export function recordForm<R extends EditableRecord>({ kind, fields, schema, ...options }: FormOptions<R>) {
  const { create, patch, one } = kind;
  if (!create || !patch) throw new Error(`A form needs operations to create and patch a ${one}`);
  const name = capitalised(one);
  const form: RecordForm<R> = {
    kind,
    fields,
    schema,
    create,
    patch,
    empty: {
      ...Object.fromEntries(fields.map(({ name, control }) => [name, control === 'switch' ? false : ''])),
      ...options.empty,
    },
    valuesOf: (record) => ({
      ...Object.fromEntries(fields.map(({ name }) => [name, formValueOf(record[name as keyof R])])),
      ...options.valuesOf?.(record),
    }),
    inputOf: options.inputOf ?? ((values) => inputOf(fields, values)),
    words: {
      addTitle: `Add New ${name}`,
      editTitle: `Edit ${name}`,
      create: `Create ${name}`,
      update: `Update ${name}`,
      created: `${name} created successfully`,
      updated: `${name} updated successfully`,
      createFailed: `Failed to create ${one}`,
      updateFailed: `Failed to update ${one}`,
      ...options.words,
    },
  };
  return form;
}

function formValueOf(stored: unknown): FormValue {
  return typeof stored === 'boolean' ? stored : String(stored ?? '');
}

/** Returns form values as input of an operation: the text of a number's field as a number, or null if it is empty. */
export function inputOf(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const numbers = fields.filter(({ control }) => control === 'number');
  return { ...values, ...Object.fromEntries(numbers.map(({ name }) => [name, amountIn(String(values[name] ?? ''))])) };
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
