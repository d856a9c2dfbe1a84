import { type ProblemCode, ProblemError } from '@docfolio/contracts/core/problem';
import { toProblemError } from '@docfolio/service-kit/problem';
import { HttpException } from '@nestjs/common';

const codeOfStatus: Record<number, ProblemCode> = {
  400: 'malformed_body',
  404: 'no_such_route',
  405: 'method_not_allowed',
  408: 'malformed_body',
  413: 'body_too_large',
  414: 'no_such_route',
  415: 'unsupported_media_type',
};

/** Codes of Fastify errors that `codeOfStatus` would map to others. */
const codeOfFastifyError: Record<string, ProblemCode> = {
  FST_ERR_BAD_URL: 'no_such_route',
  FST_ERR_MAX_PARAM_LENGTH: 'no_such_route',
};

const details: Partial<Record<ProblemCode, string>> = {
  unsupported_media_type: 'Send the body as application/json.',
};

/** Returns the problem to respond with: Fastify's and Nest's errors by code and status, others by `toProblemError`. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const cause = error instanceof HttpException && error.cause !== undefined ? error.cause : error;
  if (cause instanceof ProblemError) return cause;
  const code = codeOfFastifyError[String(property(cause, 'code'))] ?? codeOfStatus[statusOf(error)];
  return code ? new ProblemError(code, { detail: details[code], cause }) : toProblemError(cause);
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  return Number(property(error, 'statusCode'));
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
