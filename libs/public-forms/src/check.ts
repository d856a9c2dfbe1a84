import type { CallInput, InputOf, Operation } from '@docfolio/contracts/core/operation';

export type FieldOf<O extends Operation> = keyof CallInput<O> & string;

/** A valid input to send, or the first message of each invalid field, keyed by field name ('' for the whole form). */
export type Checked<O extends Operation> = { input: InputOf<O> } | { errors: Record<string, string> };

export function check<O extends Operation>(operation: O, values: Readonly<Record<string, unknown>>): Checked<O> {
  const { data, error } = operation.input.safeParse(values);
  if (!error) return { input: data as InputOf<O> };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0] ?? '')] ??= message;
  return { errors };
}
