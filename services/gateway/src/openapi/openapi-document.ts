import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { type ProblemCode, problem } from '@docfolio/contracts/core/problem';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { owner } from '@docfolio/site-copy/site';
import { apiPrefix } from '../http/api-prefix.js';
import { idempotencyKeyPattern } from '../http/idempotency-key.js';
import { exampleOf } from './example.js';
import { handWrittenPaths } from './hand-written-paths.js';
import { inputPartsOf, type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { problemCodesOf, problemResponses } from './problem-codes.js';
import { securityOf, securitySchemes } from './security.js';

type Json = Record<string, unknown>;

export type NamedProblems = ReadonlyMap<string, readonly ProblemCode[]>;

export function openApiDocument(operations: readonly NamedOperation[], named: NamedProblems): Json {
  const described: Record<string, Json> = {};
  for (const entry of operations) {
    const { method, path } = entry.operation;
    const template = path.replace(/:([a-z_]+)/g, '{$1}');
    described[template] = { ...described[template], [method.toLowerCase()]: describe(entry, named) };
  }
  for (const [path, methods] of Object.entries(handWrittenPaths)) described[path] = { ...described[path], ...methods };
  const { document: paths, definitions } = withoutDefinitions(described);
  return {
    openapi: '3.1.1',
    info: {
      title: `${owner.name} API`,
      version: '1',
      description:
        'Everything the site and its CRM do. Version 1 only grows: nothing that is listed here goes away. Lengths of texts are counted in UTF-16 code units, as JavaScript does. Rules for which JSON Schema has no words are in `x-rules`, with the message of their error.',
    },
    servers: [{ url: apiPrefix }],
    tags: entitiesOf(operations).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: jsonSchemaOf(problem, 'output'), ...definitions },
      securitySchemes,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'A repeat with the same key makes no second record and gets the first answer.',
          schema: { type: 'string', minLength: 1, maxLength: 200, pattern: idempotencyKeyPattern.source },
          example: exampleOf({ type: 'string', format: 'uuid' }),
        },
      },
    },
  };
}

export function entitiesOf(operations: readonly NamedOperation[]): string[] {
  return [...new Set(operations.map(({ name }) => entityOf(name)))];
}

export function entityOf(operationName: string): string {
  return operationName.split('.', 1)[0]!;
}

/** Moves the `$defs` of all schemas out of the document, because OpenAPI references start at its root. */
function withoutDefinitions(document: Record<string, Json>): { document: Record<string, Json>; definitions: Json } {
  const definitions: Json = {};
  const gathered = JSON.stringify(document, (key, value: unknown) => {
    if (key === '$ref') return String(value).replace(/^#\/\$defs\//, '#/components/schemas/');
    if (key !== '$defs') return value;
    Object.assign(definitions, value);
    return undefined;
  });
  const moved = JSON.stringify(definitions).replaceAll('"#/$defs/', '"#/components/schemas/');
  return { document: JSON.parse(gathered), definitions: JSON.parse(moved) };
}

function describe({ name, operation }: NamedOperation, named: NamedProblems): Json {
  const { path, query, body, required } = inputPartsOf(operation);
  const parameter =
    (where: string) =>
    ([field, schema]: [string, JsonSchema]) => ({
      name: field,
      in: where,
      required: where === 'path' || required.has(field),
      schema,
      example: exampleOf(schema, field),
    });
  const parameters: unknown[] = [
    ...Object.entries(path).map(parameter('path')),
    ...Object.entries(query).map(parameter('query')),
  ];
  if (operation.creates) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  return {
    operationId: name,
    tags: [entityOf(name)],
    summary: operation.summary,
    security: securityOf(operation),
    'x-access': operation.access,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: bodyOf(body) }),
    responses: responsesOf(operation, problemCodesOf(operation, named.get(operationKey(operation)))),
  };
}

/** An absent body is read as `{}`. */
function bodyOf(schema: JsonSchema): Json {
  const isRequired =
    (schema.required ?? []).length > 0 || schema.anyOf?.every(({ required = [] }) => required.length > 0);
  return {
    required: isRequired === true,
    content: { 'application/json': { schema, example: exampleOf(schema) } },
  };
}

function responsesOf(operation: Operation, codes: readonly ProblemCode[]): Json {
  const content = { 'application/json': { schema: jsonSchemaOf(operation.output, 'output') } };
  const responses: Json = { [operation.creates ? 201 : 200]: { description: 'Done.', content } };
  if (operation.delivery === 'submission')
    responses[202] = { description: 'Kept, to be done when the service is back; the id is final.', content };
  return { ...responses, ...problemResponses(codes) };
}
