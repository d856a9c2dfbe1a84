import type { JsonSchema } from './json-schema.js';

/** A field on the reference page. Names of nested fields have dots; `[]` stands for list items. */
export interface FieldRow {
  name: string;
  type: string;
  required: boolean;
  notes: string[];
}

export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const row: FieldRow = { name, type: typeText(field), required: required.has(key), notes: notesOf(field) };
    const nested = field.items ?? field;
    return [row, ...fieldRows(nested, field.items ? `${name}[].` : `${name}.`)];
  });
}

function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' | ');
  if (schema.items) return `${typeText(schema.items)}[]`;
  return schema.format ?? [schema.type ?? 'anything'].flat().join(' | ');
}

function notesOf(schema: JsonSchema): string[] {
  const parts = schema.anyOf ?? [];
  const notes = parts.flatMap(notesOf);
  const { minLength, maxLength, minimum, maximum } = schema;
  const count = (value: number) => value.toLocaleString('en-US');
  if (minLength !== undefined && minLength > 1) notes.push(`at least ${count(minLength)} characters`);
  if (maxLength !== undefined) notes.push(`at most ${count(maxLength)} characters`);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) notes.push(`from ${count(minimum)}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) notes.push(`to ${count(maximum)}`);
  if (schema.default !== undefined) notes.push(`default ${JSON.stringify(schema.default)}`);
  return [...new Set(notes)];
}
