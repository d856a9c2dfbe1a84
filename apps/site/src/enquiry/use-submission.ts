import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Submission } from './submission.js';

/** Gives the same submission each time; after a failure to load it, the next call asks for its file again. */
export type LoadSubmission<Values extends FieldValues, Enquiry> = () => Promise<Submission<Values, Enquiry>>;

/**
 * The validation and the sending of one form, which bring zod and the contracts: loaded when they are first asked for.
 * `preload` does it ahead, while somebody is still typing.
 */
export function useSubmission<Values extends FieldValues, Enquiry>(
  loadFile: LoadSubmission<Values, Enquiry>,
): { load: LoadSubmission<Values, Enquiry>; preload: () => void } {
  const [submission] = useState(() => {
    let loading: Promise<Submission<Values, Enquiry>> | null = null;
    const load = () => {
      loading ??= loadFile().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    };
    // A failure is told when the form is sent, if the file hasn't arrived by then.
    return { load, preload: () => void load().catch(() => {}) };
  });
  return submission;
}
