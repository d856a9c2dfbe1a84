import { ProblemError } from '@docfolio/contracts/core/problem';
import { toast } from '@docfolio/ui/runtime';
import type { CrmRecord, RecordKind } from './record-kind.js';

export const sessionEnded = 'Your session has ended. Sign in again: what you typed is kept.';
export const isSessionEnd = (error: unknown) => error instanceof ProblemError && error.status === 401;

/**
 * Shows a toast with title 'Error' and text `reason ?? words`. For kinds with `failuresAreTitles` the title is `words`,
 * the text `reason` or the server's message.
 */
export function toastFailure<R extends CrmRecord>(
  { words: { failuresAreTitles } }: RecordKind<R>,
  words: string,
  error: unknown,
  reason?: string,
): void {
  const said = failuresAreTitles
    ? { title: words, description: reason ?? messageOf(error) }
    : { title: 'Error', description: reason ?? words };
  toast({ ...said, variant: 'destructive' });
}

/** Returns the server's message: that of the first invalid field, if there is one. */
function messageOf(error: unknown): string {
  if (!(error instanceof ProblemError)) return 'Something went wrong. Please try again.';
  return error.errors?.[0]?.message ?? error.message;
}
