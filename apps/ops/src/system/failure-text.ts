import { isSessionEnd, sessionEnded } from '@docfolio/admin/records/failure-toast';
import { ProblemError } from '@docfolio/contracts/core/problem';

/** Returns what to show after an action failed: that it was handled already, the end of the session, or `words`. */
export function failureText(error: unknown, words: string): string {
  if (isSessionEnd(error)) return sessionEnded;
  if (!(error instanceof ProblemError)) return words;
  if (error.code === 'not_found') return 'It was already handled.';
  return error.code === 'conflict' && error.detail ? error.detail : words;
}
