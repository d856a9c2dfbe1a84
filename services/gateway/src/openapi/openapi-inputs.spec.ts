import { type Operation, operationKey, pathParameters } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { allOperations } from '@docfolio/contracts/operations';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { readOperationInput } from '../operations/operation-input.js';
import { describedIn, document, inputOf, isStated, resolve, statedIn } from '../testing/described-operations.js';
import { allowedBy, forbiddenBy } from '../testing/schema-arbitrary.js';

const operations = allOperations();

/** Reads an input as the gateway does. @returns the messages of its refusal */
function refusal(operation: Operation, input: Record<string, unknown>): string[] {
  const segments = pathParameters(operation.path);
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const entries = Object.entries(input);
  const params = Object.fromEntries(entries.filter(([name]) => segments.includes(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => !segments.includes(name)));
  const texts = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : `${value}`,
      ]),
    );
  const request = {
    params: texts(params),
    ...(inQuery ? { query: texts(rest) } : { body: JSON.parse(JSON.stringify(rest)) }),
  };
  try {
    readOperationInput(operation, request as unknown as FastifyRequest);
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'validation_failed') throw error;
    return error.errors!.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('an input of an operation', () => {
  it('that the document allows is not refused as invalid', () => {
    const seed = jest.getSeed();
    const refused: unknown[] = [];
    for (const { operation } of operations) {
      const schema = inputOf(operation);
      const stated = statedIn(schema);
      for (const input of fc.sample(allowedBy(schema, resolve), { numRuns: 40, seed })) {
        const messages = refusal(operation, input as Record<string, unknown>);
        if (isStated(messages, stated)) continue;
        refused.push({ operation: operationKey(operation), messages, input: JSON.stringify(input).slice(0, 300) });
        break;
      }
    }
    expect({ seed, refused }).toEqual({ seed, refused: [] });
  });

  it('that the document forbids is refused as invalid', () => {
    const seed = jest.getSeed();
    const accepted: unknown[] = [];
    for (const { operation } of operations) {
      const schema = inputOf(operation);
      const stated = statedIn(schema);
      const valid = fc
        .sample(allowedBy(schema, resolve), { numRuns: 40, seed })
        .find((input) => isStated(refusal(operation, input as Record<string, unknown>), [])) as Record<string, unknown>;
      if (!valid) throw new Error(`${operationKey(operation)}: no valid input, ${stated}`);
      const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
      const wrong: Record<string, unknown>[] = [{ ...valid, unknown_field: 'a' }];
      for (const name of schema.required ?? []) {
        if (pathParameters(operation.path).includes(name)) continue;
        const { [name]: _left, ...others } = valid;
        wrong.push(others);
      }
      for (const [name, property] of Object.entries(schema.properties ?? {}))
        for (const value of forbiddenBy(property, resolve)) {
          // Every value of a query is a text.
          if (inQuery && typeof value !== 'string' && typeof value !== 'number') continue;
          if (pathParameters(operation.path).includes(name) && typeof value !== 'string') continue;
          wrong.push({ ...valid, [name]: value });
        }
      for (const input of wrong)
        if (refusal(operation, input).length === 0)
          accepted.push({ operation: operationKey(operation), input: JSON.stringify(input).slice(0, 300) });
    }
    expect({ seed, accepted }).toEqual({ seed, accepted: [] });
  });

  it('is refused or accepted without a body as the document says', () => {
    for (const { operation } of operations) {
      const { requestBody } = describedIn(operation);
      if (!requestBody) continue;
      const { parameters = [] } = describedIn(operation);
      const path = Object.fromEntries(parameters.filter(({ in: where }) => where === 'path').map(exampled));
      const messages = refusal(operation, path);
      expect([operationKey(operation), messages.length > 0]).toEqual([operationKey(operation), requestBody.required]);
    }
  });

  it('has an example, which is accepted', () => {
    const refused: unknown[] = [];
    for (const { operation } of operations) {
      const { parameters = [], requestBody } = describedIn(operation);
      const own = parameters.filter(({ in: where }) => where === 'path' || where === 'query');
      const input = {
        ...(requestBody?.content['application/json'].example as object | undefined),
        ...Object.fromEntries(own.map(exampled)),
      };
      const messages = refusal(operation, input);
      if (own.some(({ example }) => example === undefined) || messages.length > 0)
        refused.push({ operation: operationKey(operation), messages });
    }
    expect(refused).toEqual([]);
  });

  it('is described without what generators of other languages lack', () => {
    expect(JSON.stringify(document)).not.toMatch(/\\\\p\{|\\\\0/);
  });
});

const exampled = ({ name, example }: { name: string; example?: unknown }) => [name, example] as const;
