import { showOnFields } from '@docfolio/admin/records/contract-form';
import type { FormField, FormState } from '@docfolio/admin/records/form-field';
import { reloadStats } from '@docfolio/admin/records/record-cache';
import { call } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { systemStatus } from '@docfolio/contracts/entities/system';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { kindOf, reasonOf } from './attention/submission-words.js';
import type { DeadLetterOperations } from './attention/use-attention.js';
import { failureText } from './failure-text.js';

interface ResendOptions {
  letter: DeadLetter;
  operations: DeadLetterOperations;
  form: FormState;
  fields: readonly FormField[];
  onDone: () => void;
}

/** Returns `resend`, which submits a corrected submission and shows what is still refused on the form's fields. */
export function useResend({ letter, operations, form, fields, onDone }: ResendOptions) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const resend = async (input: Record<string, unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await call(operations.resend, { id: letter.id, input });
      form.reset(form.getValues());
      toast({ title: 'Success', description: `${kindOf(letter)} accepted` });
      onDone();
    } catch (error) {
      const isShown = error instanceof ProblemError && showOnFields(form, { fields }, ofFields(error));
      if (!isShown) showFailure(error, letter);
    }
    setBusy(false);
    await Promise.all([
      ...[operations.list, systemStatus.get].map((operation) =>
        client.invalidateQueries({ queryKey: queryKeyOf(operation) }),
      ),
      reloadStats(client),
    ]);
  };
  return { busy, resend };
}

/** Returns a problem with the paths of the submission's fields: the operation has them under `input`. */
function ofFields(error: ProblemError): ProblemError {
  const errors = error.errors?.map(({ path, message }) => ({ path: path.replace(/^input\./, ''), message }));
  return new ProblemError(error.code, { detail: error.detail, errors });
}

function showFailure(error: unknown, letter: DeadLetter): void {
  const words = 'Failed to resend the form';
  console.error(words, error);
  // A refusal for the same reasons as the first time says more than that it failed.
  const isRefusal = error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 401;
  const description =
    isRefusal && error.code !== 'not_found' ? reasonOf({ ...letter, code: error.code }) : failureText(error, words);
  toast({ title: 'Error', description, variant: 'destructive' });
}
