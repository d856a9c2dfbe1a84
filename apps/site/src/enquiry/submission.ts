import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import type { CallInput, Operation, OutputOf } from '@docfolio/contracts/operation';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** How one form's values are checked, and how what comes of them is sent. */
export interface Submission<Values extends FieldValues, Enquiry> {
  validate: Resolver<Values, unknown, Enquiry>;
  send: (enquiry: Enquiry) => Promise<unknown>;
}

/**
 * The submission of one form: another try with the same words is the same act, over a reload of the page too (see
 * FormAttempts). `send` rejects as `call` does.
 * @param key The form's own, under which an open try is remembered.
 */
export function submissionOf<Values extends FieldValues, Enquiry extends object, Output extends z.ZodType>(
  operation: Operation<z.ZodType<Enquiry, Values>, Output>,
  key: string,
): Submission<Values, Enquiry> {
  type Submit = typeof operation;
  const attempts = new FormAttempts(`docfolio.attempt.${key}`);
  return {
    validate: zodResolver(operation.input),
    send: (enquiry) =>
      attempts.run(
        enquiry,
        (idempotencyKey): Promise<OutputOf<Submit>> =>
          call(operation, enquiry as unknown as CallInput<Submit>, { idempotencyKey }),
      ),
  };
}
