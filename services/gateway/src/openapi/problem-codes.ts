import { type Operation, pathParameters } from '@docfolio/contracts/core/operation';
import { type ProblemCode, problems } from '@docfolio/contracts/core/problem';
import { inputPartsOf } from './json-schema.js';

/** Returns the problem codes of an operation, by status: those that its declaration implies or names, and `named`. */
export function problemCodesOf(operation: Operation, named: readonly ProblemCode[] = []): ProblemCode[] {
  const codes: ProblemCode[] = ['validation_failed', ...named, ...operation.problems];
  // The body of a DELETE is read, too, and then refused.
  if (operation.method !== 'GET') codes.push('malformed_body', 'body_too_large', 'unsupported_media_type');
  if (operation.access !== 'public') codes.push('not_signed_in', 'token_invalid', 'session_ended');
  if (operation.access === 'admin') codes.push('not_allowed');
  const parameters = pathParameters(operation.path);
  if (parameters.length > 0) codes.push('not_found');
  // A former slug leads to the new location.
  if (parameters.includes('slug')) codes.push('moved');
  if (operation.method === 'PATCH') codes.push('conflict', 'stale');
  // The version that the caller has read, for optimistic locking.
  if (inputPartsOf(operation).body?.properties?.version) codes.push('stale');
  if (operation.creates) codes.push('conflict', 'idempotency_key_reused');
  codes.push('rate_limited', 'internal');
  if (operation.service !== 'gateway') codes.push('unavailable', 'saturated');
  else codes.push('unavailable');
  return [...new Set(codes)].sort((a, b) => problems[a].status - problems[b].status);
}

/** Returns OpenAPI responses by HTTP status, each with its codes. */
export function problemResponses(codes: readonly ProblemCode[]): Record<string, unknown> {
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => problems[code].status === status);
      const description = ofStatus.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' ');
      return [
        status,
        {
          description,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ];
    }),
  );
}
