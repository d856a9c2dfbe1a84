import type { FormField, FormValue, FormValues, RecordForm } from './form-field.js';
import { amountIn } from './money.js';
import { onDemand } from './on-demand.js';
import type { RecordDialogProps } from './record-dialog.js';
import { capitalised, type EditableRecord } from './record-kind.js';

export type { RecordForm } from './form-field.js';

type FormOptions<R extends EditableRecord> = Pick<RecordForm<R>, 'kind' | 'fields' | 'schema'> &
  Partial<Pick<RecordForm<R>, 'inputOf'>> & {
    /** Values of a new record that are not empty. */
    empty?: FormValues;
    /** Returns form values that are not just the record's fields as text. */
    valuesOf?: (record: R) => FormValues;
    words?: Partial<RecordForm<R>['words']>;
  };

/** Returns a kind's form; `options` override what kind and fields imply. @throws Error without `create` or `patch` */
export function recordForm<R extends EditableRecord>({ kind, fields, schema, ...options }: FormOptions<R>) {
  const { create, patch, one } = kind;
  if (!create || !patch) throw new Error(`A form needs operations to create and patch a ${one}`);
  const name = capitalised(one);
  const form: RecordForm<R> = {
    kind,
    Dialog: onDemand<RecordDialogProps<R>>({
      load: async () => (await import('./record-dialog.js')).RecordDialog,
      isOpen: ({ route }) => route.adding || route.editing !== undefined,
      close: ({ route }) => route.close(),
      words: 'The form could not be loaded.',
    }),
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

/** Returns form values as input of an operation. Number fields become numbers: null if empty, NaN if invalid. */
export function inputOf(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const numbers = fields.filter(({ control }) => control === 'number');
  return { ...values, ...Object.fromEntries(numbers.map(({ name }) => [name, amountIn(String(values[name] ?? ''))])) };
}
