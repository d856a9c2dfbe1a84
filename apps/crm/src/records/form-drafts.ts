import type { FormValues } from './record-form.js';
import type { EditableRecord } from './record-kind.js';

/** Unsaved values of a form that was closed: the session ended, or Back was pressed. */
export interface FormDraft<R extends EditableRecord> {
  /** Other users' forms start without it. */
  userId: string;
  values: FormValues;
  /** The record as it was when the form was opened; null for a new one. */
  base: R | null;
}

/** In memory only, as long as the page lives: drafts hold personal data. */
const drafts = new Map<string, FormDraft<EditableRecord>>();

/** @param key names kind and record */
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
