import { useEffect, useMemo, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LeadFormValues } from './lead-form-values.js';

/** What of the form is a draft: not where it stands, not the field that only machines fill in. */
const draftFields = ['name', 'email', 'phone', 'company', 'budget_range', 'timeline', 'message'] as const;

/**
 * Keeps what is typed in this tab's sessionStorage under `key`, so that a reload doesn't lose a long message. It ends
 * with the tab, or with `forget`.
 */
export function useDraft<T>(form: UseFormReturn<LeadFormValues, unknown, T>, key: string): { forget: () => void } {
  const { setValue, subscribe } = form;
  const restored = useRef(false);
  useEffect(() => {
    if (!restored.current) {
      restored.current = true;
      const draft = readDraft(key);
      for (const field of draftFields) {
        const value = draft[field];
        if (typeof value === 'string' && value) setValue(field, value as '', { shouldDirty: true });
      }
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const draft = Object.fromEntries(draftFields.map((field) => [field, values[field] ?? '']));
        writeDraft(key, Object.values(draft).some(Boolean) ? draft : null);
      },
    });
  }, [key, setValue, subscribe]);
  return useMemo(() => ({ forget: () => writeDraft(key, null) }), [key]);
}

function readDraft(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Blocked, or not ours: there is no draft.
    return {};
  }
}

function writeDraft(key: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing keeps no draft; the form itself goes on.
  }
}
