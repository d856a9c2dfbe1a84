import type { LeadSource } from '@docfolio/contracts/lead';
import { useState } from 'react';
import { loadSubmission } from './load-submission.js';

type Submission = Awaited<ReturnType<typeof submissionOf>>;

/**
 * The validation and the sending of one form, loaded when they are first asked for. `load` gives the same ones each
 * time; it rejects when their file doesn't arrive, and the next call asks for the file again. `preload` does it ahead,
 * while somebody is still typing.
 */
export function useSubmission(source: LeadSource): { load: () => Promise<Submission>; preload: () => void } {
  const [submission] = useState(() => {
    let loading: Promise<Submission> | null = null;
    const load = () => {
      loading ??= submissionOf(source).catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    };
    // A failure is told when the lead is sent, if the file hasn't arrived by then.
    return { load, preload: () => void load().catch(() => {}) };
  });
  return submission;
}

async function submissionOf(source: LeadSource) {
  const { validate, leadSender } = await loadSubmission();
  return { validate, send: leadSender(source) };
}
