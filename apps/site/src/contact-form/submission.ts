import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/operation';

/** What a form's values make of themselves: the enquiry to send, or what is wrong with which field. */
export type Checked<Input> = { input: Input } | { errors: Record<string, string> };

/** How one form's values are checked, and how what comes of them is sent. */
export interface Submission<Input> {
  check: (values: Readonly<Record<string, unknown>>) => Checked<Input>;
  send: (input: Input) => Promise<unknown>;
}

/**
 * The submission of one form: another try with the same words is the same act, over a reload of the page too (see
 * FormAttempts). Of each field the first thing that is wrong is told. `send` rejects as `call` does.
 * @param name The form's own, under which an open try is remembered.
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
