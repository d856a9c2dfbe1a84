import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

// Separate from form-post.ts, so that pages can read the outcome of a form without loading zod and the contracts.

export interface SentForm {
  kind: 'sent';
  /** Identifies the form among those of its page. */
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
  /** Title of the error summary. Default: the number of errors. */
  title?: string;
  text?: string;
  /** Whether to show a neutral note instead of an error, e.g. if the visitor is already subscribed. */
  isInfo?: boolean;
}

/** Outcome of a form posted without JavaScript: a refusal is shown in the response, a success after the redirect. */
export type FormOutcome = SentForm | RefusedForm;

/** React Query key of the outcome, which reaches the browser with the other queries of the server-rendered page. */
export const formOutcomeKey = ['form outcome'];

export interface PostedForm {
  outcome: FormOutcome | undefined;
  /** Removes the outcome from the page, when the visitor tries again. */
  forget: () => void;
}

/**
 * Returns the outcome of the form that was posted to this page, if any, until the component unmounts.
 * @param form name of the form. Default: any form of the page
 */
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

/** Returns a form page's title, with `Error: ` in front after a refusal that is not `isInfo`, for screen readers. */
export function useFormTitle(title: string): string {
  const { outcome } = useFormOutcome();
  return outcome?.kind === 'refused' && !outcome.isInfo ? `Error: ${title}` : title;
}

/**
 * Returns the `defaultValue` of a text area in a form that the server sent back. React resets the element to it on
 * hydration: therefore it is what the visitor has typed by then, not what the server sent.
 * @param id of the text area @param text as the server sent it, returned unless the element exists
 */
export function useReturnedText(id: string | undefined, text: string | undefined): string | undefined {
  const [value] = useState(() => {
    if (text === undefined || id === undefined || typeof document === 'undefined') return text;
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element.value : text;
  });
  return value;
}
