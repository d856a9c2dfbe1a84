import { z } from 'zod';

export interface FieldMeta {
  description?: string;
  /** May also be given as `<NAME>_FILE`; never logged or documented with a value. */
  secret?: boolean;
  /** Documented type, where the schema alone doesn't say it well. */
  type?: string;
}

export interface ConfigField {
  name: string;
  description: string;
  type: string;
  secret: boolean;
  required: boolean;
  /** As written in the environment; undefined if the variable is absent by default. */
  defaultValue: string | undefined;
}

const metaOf = (field: z.ZodType): FieldMeta => (field.meta() ?? {}) as FieldMeta;

export function secretNames(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape)
    .filter(([, field]) => metaOf(field as z.ZodType).secret === true)
    .map(([name]) => name);
}

/** Lists the variables of a schema in the order in which it declares them. */
export function configFields(schema: z.ZodObject): ConfigField[] {
  return Object.entries(schema.shape).map(([name, declared]) => {
    const field = declared as z.ZodType;
    const { description = '', secret = false, type } = metaOf(field);
    return {
      name,
      description,
      secret,
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
  if (inner instanceof z.ZodNumber) return inner.format === 'safeint' ? 'integer' : 'number';
  if (inner instanceof z.ZodURL) return 'URL';
  if (inner instanceof z.ZodEmail) return 'email';
  return 'text';
}

function defaultOf(field: z.ZodType): string | undefined {
  if (field instanceof z.ZodDefault) return String(field.def.defaultValue);
  if (field instanceof z.ZodPipe) return defaultOf(field.def.in as z.ZodType);
  if (field instanceof z.ZodOptional) return defaultOf(field.unwrap() as z.ZodType);
  return undefined;
}
