import type { ProblemError } from '@docfolio/contracts/problem';

/** Use instead of `instanceof`: host and remotes are built separately and each have their own ProblemError class. */
export function isProblem(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError' && 'status' in error && 'code' in error;
}

/** Returns whether a retry may succeed: after a network error, an outage, a rate limit or a server error. */
export function isRetryable(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500 || error.status === 429 || error.status === 408;
}
