import { ProblemError } from '@docfolio/contracts/problem';
import { toast } from '@docfolio/ui/runtime';
import type { CrmRecord, RecordKind } from './record-kind.js';

/**
 * Says that something could not be done with a record: 'Error' over the specification's words, or those words over the
 * server's message (section 8, by kind).
 * @param reason what asks something of the reader; it stands in the text's place
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

/** What the server says of a failure, in a sentence. */
function messageOf(error: unknown): string {
  if (!(error instanceof ProblemError)) return 'Something went wrong. Please try again.';
  return error.errors?.[0]?.message ?? error.message;
}
