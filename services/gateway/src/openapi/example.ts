import type { JsonSchema } from './json-schema.js';

/** Texts of fields that say more than those that follow from a schema, by the name of the field. */
const texts: Readonly<Record<string, string>> = {
  name: 'Ada Lovelace',
  author_name: 'Ada Lovelace',
  company: 'Analytical Engines Ltd',
  phone: '+44 20 7946 0958',
  title: 'A web app for field work',
  slug: 'a-web-app-for-field-work',
  subject: 'feat: a page for field work',
  message: 'We need a web app that works offline.',
  content: 'A web app works offline when its data does.',
  excerpt: 'What a web app needs to work offline.',
  search: 'web app',
  timeline_estimate: '3 months',
};

const formats: Readonly<Record<string, string>> = {
  uuid: '018f4e9a-7c3b-4d2e-9f10-a1b2c3d4e5f6',
  'date-time': '2026-11-24T09:30:00.000Z',
  date: '2026-11-24',
};

/** Returns a value that a schema of the document allows: one that the contract declares, or one that follows from the schema. */
export function exampleOf(schema: JsonSchema, field = ''): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') return exampleOfObject(schema);
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, field);
  const [type] = [schema.type].flat();
  if (type === 'array') return [exampleOf(schema.items ?? {})];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'string') return formats[schema.format ?? ''] ?? textOf(schema, field);
  return null;
}

function textOf({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema, field: string): string {
  const text = texts[field] ?? 'example';
  return text.padEnd(minLength, text).slice(0, maxLength);
}

/** Has the required fields, those of the first rule, and those with a text of their own. */
function exampleOfObject({ properties = {}, required = [], anyOf, not }: JsonSchema): Record<string, unknown> {
  const needed = new Set([...required, ...(anyOf?.[0]?.required ?? [])]);
  const isShown = (name: string) => needed.has(name) || (not === undefined && name in texts);
  const shown = Object.entries(properties).filter(([name]) => isShown(name));
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, name)]));
}
