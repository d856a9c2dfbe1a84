import type { ProblemError } from '@docfolio/contracts/core/problem';

/** Returns whether an error is a ProblemError. Unlike `instanceof`, it doesn't load the contracts and zod. */
export function isProblem(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError' && 'status' in error && 'code' in error;
}

/** Returns whether a retry may succeed: false only for ProblemErrors below status 500, except 408 and 429. */
export function isRetryable(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500 || error.status === 429 || error.status === 408;
}
