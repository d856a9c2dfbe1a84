import type { FormValues } from './record-form.js';
import type { EditableRecord } from './record-kind.js';

/** What somebody typed into a form that went away under them: the session ended, or Back was pressed. */
export interface RecordDraft<R extends EditableRecord> {
  /** Whose it is; another owner's form starts empty. */
  userId: string;
  values: FormValues;
  /** The record as it was when the typing began; null for a new one. */
  base: R | null;
}

const drafts = new Map<string, RecordDraft<EditableRecord>>();

/** Kept for as long as the page lives and not stored: it holds personal data. `key` names kind and record. */
export function keepDraft<R extends EditableRecord>(key: string, draft: RecordDraft<R>): void {
  drafts.set(key, draft);
}

export function draftOf<R extends EditableRecord>(key: string, userId: string | undefined): RecordDraft<R> | undefined {
  const draft = drafts.get(key);
  return draft && draft.userId === userId ? (draft as RecordDraft<R>) : undefined;
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}
