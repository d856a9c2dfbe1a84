import { retryIn } from '@docfolio/admin/access/retry-in';
import { ProblemError } from '@docfolio/contracts/core/problem';

/** Returns the message for a failed sign-in or password request. For a rate limit it names the time to wait. */
export function whyNot(error: unknown): string {
  if (!(error instanceof ProblemError)) return 'Something went wrong. Please try again.';
  if (error.code === 'rate_limited') return `Too many attempts. ${retryIn(error.retryAfter)}`;
  if (error.status >= 500) return 'The server did not respond. Please try again.';
  return error.detail ?? error.message;
}
