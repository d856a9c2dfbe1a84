import type { z } from 'zod';

/** What a form's texts make of themselves: the value to send, or what is wrong with which field. */
export type Checked<Value> = { value: Value } | { errors: Record<string, string> };

/** Holds texts against a contract; of each field the first thing that is wrong is told. */
export function checked<Schema extends z.ZodType>(schema: Schema, texts: z.input<Schema>): Checked<z.output<Schema>> {
  const result = schema.safeParse(texts);
  if (result.success) return { value: result.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? '')] ??= message;
  return { errors };
}
