import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { readDraft, writeDraft } from './drafts.js';

/**
 * Keeps what is typed into `fields` in this tab's sessionStorage under `key`, so that neither a reload nor a dialog
 * closed by accident loses a long message. It ends with the tab, or with `writeDraft(key, null)`.
 * @param fields Their names; later arrays are not looked at.
 */
export function useDraft<Values extends FieldValues, Enquiry>(
  form: UseFormReturn<Values, unknown, Enquiry>,
  key: string,
  fields: readonly FieldPath<Values>[],
): void {
  const { getValues, setValue, subscribe } = form;
  const restored = useRef(false);
  const names = useRef(fields).current;
  useEffect(() => {
    if (!restored.current) {
      restored.current = true;
      const draft = readDraft(key);
      for (const name of names) {
        const text = draft[name];
        // What was typed before the page was taken over is newer.
        if (typeof text === 'string' && text && !getValues(name))
          setValue(name, text as Values[typeof name], { shouldDirty: true });
      }
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const draft = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
        writeDraft(key, Object.values(draft).some(Boolean) ? draft : null);
      },
    });
  }, [key, names, getValues, setValue, subscribe]);
}
