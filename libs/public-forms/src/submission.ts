import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/core/operation';
import type { ToastMessage } from '@docfolio/ui/runtime';
import { type Checked, check } from './check.js';
import { formRateNotice, waitingNotice } from './rate-notices.js';

/** What a form needs when it is sent. Load it on demand: the operation brings zod along. */
export interface Submission<O extends Operation> {
  check: (values: Readonly<Record<string, unknown>>) => Checked<O>;
  /**
   * Rejects with a ProblemError. Retrying a failed attempt with the same input creates no second record, also after a
   * reload.
   * @param form name under which sessionStorage has the Idempotency-Key of a failed attempt
   * @param notify called with a toast before the form waits to be sent again
   */
  send: (form: string, input: InputOf<O>, notify: (notice: ToastMessage) => void) => Promise<unknown>;
  /** Returns what the toast has instead of the usual text if `send` has failed because of a rate limit. */
  rateNotice: (error: unknown) => Partial<ToastMessage> | undefined;
}

/** Failed attempts by form. Kept with the page, for when sessionStorage is blocked. */
const attempts = new Map<string, FormAttempts>();

function attemptsOf(form: string): FormAttempts {
  const known = attempts.get(form) ?? new FormAttempts(`docfolio.attempt.${form}`);
  attempts.set(form, known);
  return known;
}

export const submissionOf = <O extends Operation>(operation: O): Submission<O> => ({
  check: (values) => check(operation, values),
  send: (form, input, notify) =>
    attemptsOf(form).run(
      input,
      (idempotencyKey) => call(operation, input as CallInput<O>, { idempotencyKey }),
      (seconds) => notify(waitingNotice(seconds)),
    ),
  rateNotice: formRateNotice,
});
