import { type Operation, pathParameters } from '@docfolio/contracts/core/operation';
import { type FieldError, ProblemError, parseOrThrow } from '@docfolio/contracts/core/problem';
import type { FastifyRequest } from 'fastify';
import { isStorable } from '../http/json-body.js';

export interface OperationInput {
  raw: Record<string, unknown>;
  parsed: unknown;
}

/** Reads an operation's input: path, and query (GET, DELETE) or JSON body. @throws ProblemError `validation_failed` */
export function readOperationInput(operation: Operation, request: FastifyRequest): OperationInput {
  const segments = textsOf((request.params ?? {}) as Record<string, unknown>);
  const query = textsOf((request.query ?? {}) as Record<string, unknown>);
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const body = request.body === undefined ? {} : request.body;
  if (!isRecord(body)) throw invalid([{ path: '', message: 'The body has to be an object' }]);
  const [fields, stray] = inQuery ? [query, body] : [body, query];
  const misplaced = [
    ...Object.keys(stray),
    ...pathParameters(operation.path).filter((name) => Object.hasOwn(fields, name)),
  ];
  if (misplaced.length > 0) throw invalid(misplaced.map((path) => ({ path, message: 'Unknown field' })));
  const raw = { ...fields, ...segments };
  return { raw, parsed: parseOrThrow(operation.input, raw) };
}

function textsOf(parameters: Record<string, unknown>): Record<string, string> {
  const errors: FieldError[] = [];
  for (const [path, value] of Object.entries(parameters)) {
    if (typeof value !== 'string') errors.push({ path, message: 'Given more than once' });
    else if (!isStorable(value) || !isStorable(path))
      errors.push({ path: isStorable(path) ? path : '', message: 'Contains characters that cannot be stored' });
  }
  if (errors.length > 0) throw invalid(errors);
  return parameters as Record<string, string>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(errors: FieldError[]): ProblemError {
  return new ProblemError('validation_failed', { errors });
}
