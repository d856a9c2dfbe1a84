import type { CallInput, InputOf, Operation } from '@docfolio/contracts/operation';

/** What a form's texts make of themselves: the value to send, or what is wrong with which field. */
export type Checked<Value> = { value: Value } | { errors: Record<string, string> };

/** Holds texts against what an operation takes; of each field the first thing that is wrong is told. */
export function checked<O extends Operation>(operation: O, texts: CallInput<O>): Checked<InputOf<O>> {
  const result = operation.input.safeParse(texts);
  if (result.success) return { value: result.data as InputOf<O> };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? '')] ??= message;
  return { errors };
}
