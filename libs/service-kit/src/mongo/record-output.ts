import { internalFields, type RecordBase, type Stored } from './record.schema.js';

export type Plain<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;

/** A record as its service returns it: `id`, its own fields, and dates as ISO text, without internal fields. */
export type RecordOutput<Fields> = Plain<Fields> & {
  id: string;
  created_at: string;
  updated_at: string;
  version: number;
};

export function toOutput<Fields>(stored: Stored<Fields>, fields: readonly string[]): RecordOutput<Fields> {
  const output: Record<string, unknown> = { id: (stored as RecordBase)._id };
  for (const field of fields) output[field] = null;
  for (const [field, value] of Object.entries(stored as Record<string, unknown>)) {
    if (!internalFields.includes(field)) output[field] = plain(value);
  }
  return output as RecordOutput<Fields>;
}

function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, plain(field)]));
  return value;
}
