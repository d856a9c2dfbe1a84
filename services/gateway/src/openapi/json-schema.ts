import { type Operation, pathParameters } from '@docfolio/contracts/operation';
import { z } from 'zod';

export interface JsonSchema {
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
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

export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
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
