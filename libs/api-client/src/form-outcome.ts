import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

// Separate from form-post.ts, which needs zod and the contracts: pages are read without them.

export interface SentForm {
  kind: 'sent';
  /** Names the form on its page. */
  form: string;
  /** What the confirmation shows, by field. */
  values: Readonly<Record<string, string>>;
}

export interface RefusedForm {
  kind: 'refused';
  form: string;
  /** What the visitor typed, by field; never the honeypot. */
  values: Readonly<Record<string, string>>;
  /** By field, in the order of the fields. */
  errors: Readonly<Record<string, string>>;
  /** What went wrong; the number of errors unless given. */
  title?: string;
  text?: string;
  /** Shows a note instead of an error, as for a visitor who is already subscribed. */
  isInfo?: boolean;
}

/** Outcome of a posted form. It is shown in the response to the post, or on the page after the redirect. */
export type FormOutcome = SentForm | RefusedForm;

/** Query key of the outcome: the page's query client brings it to the browser. */
export const formOutcomeKey = ['form outcome'];

export interface PostedForm {
  outcome: FormOutcome | undefined;
  /** Removes the outcome from the page, for the next attempt. */
  forget: () => void;
}

/**
 * Returns the outcome of a posted form, until the page is left.
 * @param form name of the form; any form by default
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

/** Returns the title of a page with forms. `Error: ` comes first, because screen readers announce the title first. */
export function useFormTitle(title: string): string {
  const { outcome } = useFormOutcome();
  return outcome?.kind === 'refused' && !outcome.isInfo ? `Error: ${title}` : title;
}

/**
 * The default value of a text area in a form that came back. While it is hydrated, React resets the element to its
 * default value: what the visitor has changed by then is read from the element.
 * @param id of the text area
 */
export function useReturnedText(id: string | undefined, text: string | undefined): string | undefined {
  const [value] = useState(() => {
    if (text === undefined || id === undefined || typeof document === 'undefined') return text;
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element.value : text;
  });
  return value;
}
