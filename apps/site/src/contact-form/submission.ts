import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/operation';

/** The result of validating a form: the input to send, or the message for each invalid field by its name. */
export type Checked<Input> = { input: Input } | { errors: Record<string, string> };

export interface Submission<Input> {
  check: (values: Readonly<Record<string, unknown>>) => Checked<Input>;
  send: (input: Input) => Promise<unknown>;
}

/**
 * Returns `check`, which validates a form's values and returns the first error of each field, and `send`, which rejects
 * as `call` does. Retrying `send` with the same input is idempotent, also after a reload (see FormAttempts).
 * @param name Name of the form, under which a failed attempt is stored in sessionStorage.
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
    send: (input) =>
      attempts.run(input, (idempotencyKey) => call(operation, input as CallInput<O>, { idempotencyKey })),
  };
}
