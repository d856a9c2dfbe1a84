import type { FormValues } from './form-field.js';
import type { EditableRecord } from './record-kind.js';

/** Unsaved values of a form that was closed, e.g. by Back or the end of the session. */
export interface FormDraft<R extends EditableRecord> {
  userId: string;
  values: FormValues;
  /** The record as it was when the form was opened; null for a new one. */
  base: R | null;
}

/** In memory, because drafts hold personal data: they end with the page. */
const drafts = new Map<string, FormDraft<EditableRecord>>();

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
