import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

// Separate from form-post.ts, so that pages can read the outcome of a form without loading zod and the contracts.

export interface SentForm {
  kind: 'sent';
  /** Name of the form, unique on its page. */
  form: string;
  /** Values that the confirmation shows, by field. */
  values: Readonly<Record<string, string>>;
}

export interface RefusedForm {
  kind: 'refused';
  form: string;
  /** What the visitor typed, by field, without the honeypot. */
  values: Readonly<Record<string, string>>;
  /** Error messages by field, in the order in which the form shows its fields. */
  errors: Readonly<Record<string, string>>;
  /** Title of the error summary. Default: a sentence with the number of errors. */
  title?: string;
  text?: string;
  /** Shows a neutral note instead of an error, e.g. if the visitor is already subscribed. */
  isInfo?: boolean;
}

/** Outcome of a form posted without JavaScript: `refused` is shown in the response, `sent` after a redirect. */
export type FormOutcome = SentForm | RefusedForm;

/** React Query key under which a server-rendered page receives its FormOutcome. */
export const formOutcomeKey = ['form outcome'];

export interface PostedForm {
  outcome: FormOutcome | undefined;
  /** Removes the outcome from the page. Call it when the visitor sends the form again. */
  forget: () => void;
}

/** Returns the outcome of the form named `form` (default: any) that was posted to this page, until unmounted. */
export function useFormOutcome(form?: string): PostedForm {
  const client = useQueryClient();
  const { data } = useQuery<FormOutcome | null>({
    queryKey: formOutcomeKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { access: 'public' },
  });
  const forget = useCallback(() => {
    if (client.getQueryData(formOutcomeKey)) client.setQueryData(formOutcomeKey, null);
  }, [client]);
  useEffect(() => forget, [forget]);
  return { outcome: data && (form === undefined || data.form === form) ? data : undefined, forget };
}

/** Returns the page's title, with `Error: ` in front after a refusal that is not `isInfo`, for screen readers. */
export function useFormTitle(title: string): string {
  const { outcome } = useFormOutcome();
  return outcome?.kind === 'refused' && !outcome.isInfo ? `Error: ${title}` : title;
}

/**
 * Returns the `defaultValue` for a text area of a returned form. React resets the element to it on hydration: therefore
 * it is what the visitor has typed by then. @param id of the text area @param text fallback: as the server sent it
 */
export function useReturnedText(id: string | undefined, text: string | undefined): string | undefined {
  const [value] = useState(() => {
    if (text === undefined || id === undefined || typeof document === 'undefined') return text;
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element.value : text;
  });
  return value;
}
