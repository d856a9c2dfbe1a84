import type { Lead } from '@docfolio/contracts/lead';
import type { LeadFormValues } from './lead-values.js';

/** What somebody typed into a form that went away under them: the session ended, or Back was pressed. */
export interface LeadDraft {
  /** Whose it is; another owner's form starts empty. */
  userId: string;
  values: LeadFormValues;
  /** The lead as it was when the typing began; null for a new one. */
  base: Lead | null;
}

const drafts = new Map<string, LeadDraft>();

/** Kept for as long as the page lives and not stored: it holds personal data. `key` is a lead's id, or `add`. */
export function keepDraft(key: string, draft: LeadDraft): void {
  drafts.set(key, draft);
}

export function draftOf(key: string, userId: string | undefined): LeadDraft | undefined {
  const draft = drafts.get(key);
  return draft && draft.userId === userId ? draft : undefined;
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}
