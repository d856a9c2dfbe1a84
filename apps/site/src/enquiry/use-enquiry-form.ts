import { isProblem } from '@docfolio/api-client/problem';
import { promises } from '@docfolio/content/site';
import { toast } from '@docfolio/ui/runtime';
import { useHydrated } from '@docfolio/ui/use-hydrated';
import { type FormEvent, type RefCallback, useRef, useState } from 'react';
import { honeypotField } from './honeypot-field.js';
import type { Submission } from './submission.js';
import { useFields } from './use-fields.js';

export interface EnquiryFormOptions<Values, Enquiry> {
  /** The form's own name, under which its draft and an open try are kept. */
  name: string;
  /** The fields that a person fills in, in their order; the same array each time. */
  fields: readonly (keyof Values & string)[];
  /** What is sent beside them. */
  subject: Partial<Values>;
  /** What checks and sends: loaded when somebody begins to fill the form in. */
  load: () => Promise<Submission<Enquiry>>;
  /** The title of the toast that says it has been sent. */
  thanks: string;
  onSending?: () => void;
  onSent: (enquiry: Enquiry) => void;
}

/** What a text control of the form is given, and what is wrong with it. */
export interface TextField {
  props: { name: string };
  error: string | undefined;
}

export interface ChoiceField {
  props: { value: string; onValueChange: (value: string) => void };
  error: string | undefined;
}

/** A form that asks, with everything but its look. */
export interface EnquiryForm<Name extends string> {
  /** For the `<form>`. */
  props: {
    ref: RefCallback<HTMLFormElement>;
    noValidate: true;
    onFocus: () => void;
    onInput: (event: FormEvent) => void;
    onSubmit: (event: FormEvent) => void;
  };
  /** For the button that sends: until the page is taken over it does nothing, or the browser would send. */
  button: { type: 'submit' | 'button'; busy: boolean };
  text: (name: Name) => TextField;
  choice: (name: Name) => ChoiceField;
}

/**
 * What every form that asks has in common (specification, sections 5 and 8): each error stands at its field and the
 * first one has the focus; one press is one record, however often it is pressed or the network drops; a success thanks
 * and empties the form; a failure says so and keeps every word, also over a reload or a closed dialog.
 */
export function useEnquiryForm<Values, Enquiry extends object>({
  name,
  fields,
  subject,
  load,
  thanks,
  onSending,
  onSent,
}: EnquiryFormOptions<Values, Enquiry>): EnquiryForm<keyof Values & string> {
  const { ref, values, trap, choices, choose, focusFirst, keepDraft, empty } = useFields(fields, name);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const hydrated = useHydrated();
  const submission = useRef<Promise<Submission<Enquiry>> | null>(null);

  /** The same one each time, for it remembers its open try; after a failure the next call asks for its file again. */
  function loaded(): Promise<Submission<Enquiry>> {
    submission.current ??= load().catch((error: unknown) => {
      submission.current = null;
      throw error;
    });
    return submission.current;
  }

  async function send(written: Record<string, unknown>): Promise<void> {
    const { check, send } = await loaded();
    const checked = check(written);
    if ('errors' in checked) return refuse(checked.errors);
    setErrors({});
    onSending?.();
    await send(checked.enquiry);
    toast({ title: thanks, description: `We'll get back to you ${promises.enquiry}.` });
    empty();
    onSent(checked.enquiry);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    // A second press can come before the button has been drawn as busy.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      // Read now: a dialog may be closed before the rest has been loaded.
      await send({ ...values(), ...subject, ...(trap() && { [honeypotField]: trap() }) });
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
      const found = isProblem(error) ? (error.errors ?? []) : [];
      if (found.length > 0) refuse(Object.fromEntries(found.map(({ path, message }) => [path, message])));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  /** Shows what is wrong with the fields that a person can see. */
  function refuse(found: Record<string, string>) {
    setErrors(found);
    focusFirst((field) => found[field] !== undefined);
  }

  const forgive = (field: string) =>
    setErrors((now) => {
      const { [field]: forgiven, ...others } = now;
      return forgiven === undefined ? now : others;
    });

  return {
    props: {
      ref,
      noValidate: true,
      // A failure is told when the form is sent, if the file hasn't arrived by then.
      onFocus: () => void loaded().catch(() => {}),
      onInput: (event) => {
        forgive((event.target as HTMLInputElement).name);
        keepDraft();
      },
      onSubmit: (event) => void onSubmit(event),
    },
    button: { type: hydrated ? 'submit' : 'button', busy },
    text: (field) => ({ props: { name: field }, error: errors[field] }),
    choice: (field) => ({
      props: {
        value: choices[field] ?? '',
        onValueChange: (value) => {
          forgive(field);
          choose(field, value);
        },
      },
      error: errors[field],
    }),
  };
}
