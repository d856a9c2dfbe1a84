import type { FormValues } from './form-field.js';
import type { EditableRecord } from './record-kind.js';

/** Unsaved values of a form, for when it is closed by Back or by the end of the session. */
export interface FormDraft<R extends EditableRecord> {
  /** Only this user's forms restore the draft. */
  userId: string;
  values: FormValues;
  /** The record as it was when the form was opened; null for a new one. */
  base: R | null;
}

/** Drafts by key. They hold personal data, so they stay in memory and end with the page. */
const drafts = new Map<string, FormDraft<EditableRecord>>();

/** Stores a draft, replacing an earlier one with the same key. @param key from `draftKeyOf`, one per record's form */
export function saveFormDraft<R extends EditableRecord>(key: string, draft: FormDraft<R>): void {
  drafts.set(key, draft);
}

export function formDraftOf<R extends EditableRecord>(
  key: string,
  userId: string | undefined,
): FormDraft<R> | undefined {
  const draft = drafts.get(key);
  return draft && draft.userId === userId ? (draft as FormDraft<R>) : undefined;
}

export function discardFormDraft(key: string): void {
  drafts.delete(key);
}
