import type { RefusedForm } from '@docfolio/api-client/form-outcome';
import { isProblem } from '@docfolio/api-client/problem';
import { promises } from '@docfolio/site-copy/site';
import { toast } from '@docfolio/ui/runtime';
import { type FormEvent, type RefCallback, useRef, useState } from 'react';
import { honeypotField } from './honeypot-field.js';
import type { Submission } from './submission.js';
import { useFields } from './use-fields.js';

export interface ContactFormOptions<Values, Input> {
  /** Name of the form, under which its draft and an open attempt are stored. */
  name: string;
  /** Fields in their order. Must be the same array on each render. */
  fields: readonly (keyof Values & string)[];
  /** Values that are sent with the fields. */
  subject: Partial<Values>;
  /** Loads the code that checks and sends. Called when a field gets the focus. */
  load: () => Promise<Submission<Input>>;
  /** Title of the toast after sending. */
  thanks: string;
  /** The posted form as the server returned it, with its errors. */
  refused?: RefusedForm;
  /** Ids of the controls, for links. Default: generated. */
  idOf?: (field: string) => string;
  onSending?: () => void;
  onSent: (input: Input) => void;
}

export interface TextField {
  props: { name: string; defaultValue: string | undefined };
  id: string | undefined;
  error: string | undefined;
}

export interface ChoiceField {
  props: { value: string; onValueChange: (value: string) => void };
  id: string | undefined;
  error: string | undefined;
}

export interface ContactForm<Name extends string> {
  /** Props of the `<form>`. */
  props: {
    ref: RefCallback<HTMLFormElement>;
    noValidate: true;
    onFocus: () => void;
    onInput: (event: FormEvent) => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Props of the submit button. */
  button: { type: 'submit'; busy: boolean };
  text: (name: Name) => TextField;
  choice: (name: Name) => ChoiceField;
}

/**
 * State of a contact form (specification, sections 5 and 8). Errors are shown at their fields, and the first gets the
 * focus. A form creates one record, however often it is sent. After a success the form is empty; after a failure it
 * keeps its values, also over a reload or a closed dialog.
 */
export function useContactForm<Values, Input extends object>({
  name,
  fields,
  subject,
  load,
  thanks,
  refused,
  idOf,
  onSending,
  onSent,
}: ContactFormOptions<Values, Input>): ContactForm<keyof Values & string> {
  const { ref, values, trap, choices, choose, focusFirst, keepDraft, empty } = useFields(fields, name, refused?.values);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(refused?.errors ?? {});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const submission = useRef<Promise<Submission<Input>> | null>(null);

  /** Loads the submission once, because it stores the open attempt; retries after a failure. */
  function loaded(): Promise<Submission<Input>> {
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
    await send(checked.input);
    toast({ title: thanks, description: `We'll get back to you ${promises.reply}.` });
    empty();
    onSent(checked.input);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The browser is posting the form already, and the server would not recognise a request from here as the same.
    if ('posted' in event.currentTarget.dataset) return;
    event.preventDefault();
    // A second press can come before the button is rendered as busy.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      // Read before loading: the dialog may be closed by then.
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

  /** Shows errors at their fields. */
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
      // Sending reports the failure, if the file is still missing.
      onFocus: () => void loaded().catch(() => {}),
      onInput: (event) => {
        forgive((event.target as HTMLInputElement).name);
        keepDraft();
      },
      onSubmit: (event) => void onSubmit(event),
    },
    button: { type: 'submit', busy },
    text: (field) => ({
      props: { name: field, defaultValue: refused?.values[field] },
      id: idOf?.(field),
      error: errors[field],
    }),
    choice: (field) => ({
      props: {
        value: choices[field] ?? '',
        onValueChange: (value) => {
          forgive(field);
          choose(field, value);
        },
      },
      id: idOf?.(field),
      error: errors[field],
    }),
  };
}
