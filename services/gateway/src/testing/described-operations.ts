import type { Operation } from '@docfolio/contracts/core/operation';
import { allOperations } from '@docfolio/contracts/operations';
import { handlers } from '../app.module.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { openApiDocument } from '../openapi/openapi-document.js';
import { findHandlers } from '../operations/answers.js';

export interface Described {
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema; example?: unknown }[];
  responses: Record<string, unknown>;
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema; example?: unknown } } };
}

const operations = allOperations();
const named = new Map([...findHandlers(operations, handlers)].map(([key, { problems }]) => [key, problems]));

/** The document of the running gateway. */
export const document = openApiDocument(operations, named);
const { schemas } = document.components as { schemas: Record<string, JsonSchema> };
export const resolve = (ref: string) => schemas[ref.slice(ref.lastIndexOf('/') + 1)]!;

export const describedIn = ({ method, path }: Operation) =>
  (document.paths as Record<string, Record<string, Described>>)[path.replace(/:([a-z_]+)/g, '{$1}')]![
    method.toLowerCase()
  ]!;

/** Returns the schema of an operation's whole input, as path, query and body of the document give it. */
export function inputOf(operation: Operation): JsonSchema {
  const { parameters = [], requestBody } = describedIn(operation);
  const body: JsonSchema = requestBody?.content['application/json'].schema ?? {};
  const own = parameters.filter(({ in: where }) => where === 'path' || where === 'query');
  return {
    ...body,
    type: 'object',
    properties: { ...body.properties, ...Object.fromEntries(own.map(({ name, schema }) => [name, schema])) },
    required: [...(body.required ?? []), ...own.filter(({ required }) => required).map(({ name }) => name)],
  };
}

/** Messages of the rules that the document states in words, because JSON Schema has none for them. */
export function statedIn(schema: JsonSchema): string[] {
  const own = schema['x-rules'] ?? [];
  const parts = [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})];
  return [...own, ...parts.filter((part) => part !== undefined).flatMap(statedIn)];
}

export const isStated = (messages: string[], stated: string[]) =>
  messages.every((message) => {
    const text = message.slice(message.indexOf(': ') + 2);
    return stated.some((rule) => {
      const [before = '', after = ''] = rule.split('{}');
      return text.startsWith(before) && text.endsWith(after);
    });
  });
