import { useSession } from '@docfolio/api-client/session';
import { useEffect, useRef } from 'react';
import { useContractForm } from './contract-form.js';
import { discardFormDraft, formDraftOf, saveFormDraft } from './form-drafts.js';
import type { FormValues, RecordForm } from './form-field.js';
import type { EditableRecord } from './record-kind.js';

interface DraftedFormOptions<R extends EditableRecord> {
  of: Pick<RecordForm<EditableRecord>, 'schema' | 'inputOf'>;
  defaultValues: FormValues;
  /** The record when the form was opened; null for a new one. */
  base: R | null;
  draftKey: string;
}

/** Returns a form whose unsaved values stay in memory when it closes, and are restored for the same user. */
export function useDraftedForm<R extends EditableRecord>({ of, defaultValues, base, draftKey }: DraftedFormOptions<R>) {
  const form = useContractForm(of, defaultValues);
  const { user } = useSession();
  const { isDirty } = form.formState;
  // Kept after the session ends, so that the draft has an owner.
  const userId = useRef(user?.id);
  const latestBase = useRef(base);
  useEffect(() => {
    latestBase.current = base;
  }, [base]);
  useEffect(() => {
    const draft = formDraftOf<R>(draftKey, userId.current);
    if (draft) form.reset(draft.values, { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!isDirty) discardFormDraft(draftKey);
        else if (userId.current) saveFormDraft(draftKey, { userId: userId.current, values, base: latestBase.current });
      },
    });
  }, [form, draftKey]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return { form, isDirty };
}
