import { type Operation, pathParameters } from '@docfolio/contracts/core/operation';
import { z } from 'zod';

export interface JsonSchema {
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  propertyNames?: JsonSchema;
  /** Messages of rules for which JSON Schema has no words. */
  'x-rules'?: string[];
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  additionalProperties?: unknown;
}

/** Returns the schema of what an operation accepts (`input`) or returns, as other programs understand it. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema as unknown as z.ZodType, jsonSchema as JsonSchema, io),
  }) as JsonSchema;
  return rest;
}

const notBlank = '\\S';

/** Completes what zod says of one schema. */
function describe(schema: z.ZodType, described: JsonSchema, io: 'input' | 'output'): void {
  const { def } = schema;
  // The texts of a query become numbers: the document has the number.
  if (io === 'input' && def.type === 'pipe' && (def as z.core.$ZodPipeDef).out._zod.def.type === 'number') {
    for (const key of Object.keys(described)) delete described[key as keyof JsonSchema];
    Object.assign(described, jsonSchemaOf((def as z.core.$ZodPipeDef).out as z.ZodType, io));
  }
  // zod leaves both out where the output differs from the input.
  if (io === 'input' && def.type === 'default') described.default = (def as z.core.$ZodDefaultDef).defaultValue;
  const examples = z.globalRegistry.get(schema)?.examples as unknown[] | undefined;
  if (io === 'input' && examples) described.examples = examples;
  if (described.pattern !== undefined) described.pattern = portable(described.pattern);
  for (const each of described.allOf ?? []) if (each.pattern !== undefined) each.pattern = portable(each.pattern);
  if (io === 'input' && described.type === 'string' && described.minLength && isTrimmed(schema))
    described.allOf = [...(described.allOf ?? []).filter(({ pattern }) => pattern !== notBlank), { pattern: notBlank }];
}

/** Returns a pattern without the classes and escapes that the patterns of other languages lack. */
function portable(pattern: string): string {
  return pattern.replaceAll('\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f').replaceAll('\\p{Cs}', '').replaceAll('\\0', '\\x00');
}

/** Returns whether a text is changed before its length is checked. */
function isTrimmed({ def }: z.ZodType): boolean {
  return (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'overwrite');
}

export interface InputParts {
  path: Record<string, JsonSchema>;
  query: Record<string, JsonSchema>;
  body?: JsonSchema;
  required: ReadonlySet<string>;
}

/** Splits the schema of an operation's input into path, and query (GET, DELETE) or body (other methods). */
export function inputPartsOf(operation: Operation): InputParts {
  const schema = jsonSchemaOf(operation.input, 'input');
  const segments = new Set(pathParameters(operation.path));
  const fields = Object.entries(schema.properties ?? {});
  const path = Object.fromEntries(fields.filter(([name]) => segments.has(name)));
  const rest = Object.fromEntries(fields.filter(([name]) => !segments.has(name)));
  const required = new Set(schema.required ?? []);
  if (operation.method === 'GET' || operation.method === 'DELETE') return { path, query: rest, required };
  const body: JsonSchema = {
    ...schema,
    properties: rest,
    required: [...required].filter((name) => !segments.has(name)),
  };
  return { path, query: {}, body, required };
}
