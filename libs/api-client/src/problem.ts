import type { ProblemError } from '@docfolio/contracts/problem';

/**
 * Whether an error is a ProblemError. `instanceof` doesn't tell: the host and every remote are built apart and have a
 * class of their own, while errors pass between them.
 */
export function isProblem(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError' && 'status' in error && 'code' in error;
}

/** Whether another try may succeed: no network, a service that is away or busy, a server's mistake. */
export function isTrouble(error: unknown): boolean {
  return !isProblem(error) || error.status >= 500 || error.status === 429 || error.status === 408;
}
