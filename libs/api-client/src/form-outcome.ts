import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

// Apart from form-post.ts, which needs zod and the contracts: pages are read without them.

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
  /** Not a mistake of anybody: the visitor is subscribed already. */
  isInfo?: boolean;
}

/** What became of a posted form: part of the page that the response, or the page after the redirect, shows. */
export type FormOutcome = SentForm | RefusedForm;

/** Where the outcome is in the query client of the page: it reaches the browser like every response. */
export const formOutcomeKey = ['form outcome'];

export interface PostedForm {
  outcome: FormOutcome | undefined;
  /** For the next attempt: the page stops showing the outcome. */
  forget: () => void;
}

/**
 * What became of a form, if the page is the answer to its post: of the one with this name, or of any. It is forgotten
 * when the page is left.
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

/** The title of a page with forms: who hears it first hears that something went wrong. */
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
