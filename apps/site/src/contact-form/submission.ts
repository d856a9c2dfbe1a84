import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/operation';

/** The input to send, or the error of each invalid field. */
export type Checked<Input> = { input: Input } | { errors: Record<string, string> };

export interface Submission<Input> {
  check: (values: Readonly<Record<string, unknown>>) => Checked<Input>;
  send: (input: Input) => Promise<unknown>;
}

/**
 * Returns how a form is checked and sent. Sending the same input again is idempotent, also after a reload of the page
 * (see FormAttempts). Only the first error of each field is returned. `send` rejects as `call` does.
 * @param name Name of the form, under which an open attempt is stored.
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
