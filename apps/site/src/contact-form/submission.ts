import { FormAttempts, type OnWait } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/operation';

/** A valid input to send, or a message for each invalid field, keyed by field name. */
export type Checked<Input> = { input: Input } | { errors: Record<string, string> };

export interface Submission<Input> {
  check: (values: Readonly<Record<string, unknown>>) => Checked<Input>;
  send: (input: Input, onWait: OnWait) => Promise<unknown>;
}

/**
 * Returns a form's `check` (validation) and `send`, which rejects with a ProblemError. Retrying a failed `send` with
 * the same input creates no second record, also after a reload.
 * @param name under which sessionStorage has the Idempotency-Key of a failed attempt
 */
export function submissionOf<O extends Operation>(operation: O, name: string): Submission<InputOf<O>> {
  const attempts = new FormAttempts(`docfolio.attempt.${name}`);
  return {
    check: (values) => {
      const { data, error } = operation.input.safeParse(values);
      if (!error) return { input: data as InputOf<O> };
      const errors: Record<string, string> = {};
      for (const { path, message } of error.issues) errors[String(path[0] ?? '')] ??= message;
      return { errors };
    },
    send: (input, onWait) =>
      attempts.run(input, (idempotencyKey) => call(operation, input as CallInput<O>, { idempotencyKey }), onWait),
  };
}
