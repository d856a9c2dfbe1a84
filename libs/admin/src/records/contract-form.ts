import type { ProblemError } from '@docfolio/contracts/core/problem';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FormState, FormValues, RecordForm } from './form-field.js';
import type { EditableRecord } from './record-kind.js';

/** Returns a React Hook Form that validates with an API schema and puts each error on its field. */
export function useContractForm(
  { schema, inputOf }: Pick<RecordForm<EditableRecord>, 'schema' | 'inputOf'>,
  defaultValues: FormValues,
): FormState {
  return useForm<FormValues, unknown, Record<string, unknown>>({
    defaultValues,
    resolver: (values) => {
      const parsed = schema.safeParse(inputOf(values));
      return parsed.success ? { values: parsed.data, errors: {} } : { values: {}, errors: fieldErrorsOf(parsed.error) };
    },
  });
}

/** Returns the first error of each top-level field, by its name; `root` has one that belongs to no field. */
function fieldErrorsOf(error: z.ZodError): Record<string, { type: string; message: string }> {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? 'root')] ??= { type: 'schema', message };
  return errors;
}

/** Shows a server's field errors. @returns whether there were any, and each one matched a field */
export function showOnFields(form: FormState, of: Pick<RecordForm<EditableRecord>, 'fields'>, error: ProblemError) {
  const fieldOf = (path: string) => of.fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
  const about = (error.errors ?? []).filter(({ path }) => fieldOf(path));
  for (const [index, { path, message }] of about.entries())
    form.setError(fieldOf(path)!.name, { type: 'server', message }, { shouldFocus: index === 0 });
  return about.length > 0 && about.length === error.errors?.length;
}
