import type { ProblemError } from '@docfolio/contracts/problem';

/** Returns whether an error is a ProblemError. Unlike `instanceof`, it doesn't load the contracts and zod. */
export function isProblem(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError' && 'status' in error && 'code' in error;
}

/** Returns whether a retry may succeed: after a network error, a server error (5xx), a timeout (408) or a 429. */
export function isRetryable(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500 || error.status === 429 || error.status === 408;
}
