import { z } from 'zod';

export interface FieldMeta {
  description?: string;
  /** Whether the value is secret: never logged or documented, and may be read from the file `<NAME>_FILE`. */
  secret?: boolean;
  /** Type to show in the documentation, where one derived from the schema would be unclear. */
  type?: string;
  /** Section of .env.example. A setting with one is offered by Compose and Kubernetes, too. */
  section?: Section;
}

/** The sections of .env.example, in their order. */
export const sections = [
  'Address',
  'First admin',
  'Email',
  'Images',
  'Operation',
  'Monitoring (infra/observability/README.md)',
  'Backups (docs/operations.md)',
  'Deployment of remotes (docs/remotes.md)',
  'Secrets: generated if empty',
] as const;
export type Section = (typeof sections)[number];

export interface ConfigField {
  name: string;
  description: string;
  type: string;
  secret: boolean;
  required: boolean;
  /** The default as one would write it in the environment; undefined if there is none. */
  defaultValue: string | undefined;
  section: Section | undefined;
}

const metaOf = (field: z.ZodType): FieldMeta => (field.meta() ?? {}) as FieldMeta;

export function secretNames(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape)
    .filter(([, field]) => metaOf(field as z.ZodType).secret === true)
    .map(([name]) => name);
}

export function configFields(schema: z.ZodObject): ConfigField[] {
  return Object.entries(schema.shape).map(([name, declared]) => {
    const field = declared as z.ZodType;
    const { description = '', secret = false, type, section } = metaOf(field);
    return {
      name,
      description,
      secret,
      section,
      type: type ?? typeOf(field),
      required: !field.safeParse(undefined).success,
      defaultValue: defaultOf(field),
    };
  });
}

function innermost(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return innermost(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodPipe) return innermost(field.def.in as z.ZodType);
  return field;
}

function typeOf(field: z.ZodType): string {
  const inner = innermost(field);
  if (inner instanceof z.ZodEnum) return inner.options.map((option) => `\`${option}\``).join(', ');
  if (inner instanceof z.ZodNumber) return `${inner.format === 'safeint' ? 'integer' : 'number'}${rangeOf(inner)}`;
  if (inner instanceof z.ZodURL) return 'URL';
  if (inner instanceof z.ZodEmail) return 'email';
  return 'text';
}

/** Returns the limits of a number: `, 1 to 50`, `, at least 1`, or nothing. */
function rangeOf({ minValue, maxValue }: z.ZodNumber): string {
  const isLimit = (value: number | null): value is number =>
    value !== null && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (isLimit(minValue) && isLimit(maxValue)) return `, ${minValue} to ${maxValue}`;
  if (isLimit(minValue)) return `, at least ${minValue}`;
  return isLimit(maxValue) ? `, at most ${maxValue}` : '';
}

function defaultOf(field: z.ZodType): string | undefined {
  if (field instanceof z.ZodDefault) return String(field.def.defaultValue);
  if (field instanceof z.ZodPipe) return defaultOf(field.def.in as z.ZodType);
  if (field instanceof z.ZodOptional) return defaultOf(field.unwrap() as z.ZodType);
  return undefined;
}
