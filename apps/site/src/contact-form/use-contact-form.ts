import type { RefusedForm } from '@docfolio/api-client/form-outcome';
import { isProblem } from '@docfolio/api-client/problem';
import { promises } from '@docfolio/site-copy/site';
import { toast } from '@docfolio/ui/runtime';
import { type FormEvent, type RefCallback, useRef, useState } from 'react';
import { honeypotField } from './honeypot-field.js';
import type { Submission } from './submission.js';
import { useFields } from './use-fields.js';

export interface ContactFormOptions<Values, Input> {
  /** The form's own name, under which its draft and an open attempt are stored. */
  name: string;
  /** The fields that a person fills in, in their order; the same array each time. */
  fields: readonly (keyof Values & string)[];
  /** What is sent beside them. */
  subject: Partial<Values>;
  /** What checks and sends: loaded when somebody begins to fill the form in. */
  load: () => Promise<Submission<Input>>;
  /** The title of the toast that says it has been sent. */
  thanks: string;
  /** The form as a server sent it back: what was typed, and what is wrong with it. */
  refused?: RefusedForm;
  /** Gives the controls ids that links can name; without it they have ids of their own. */
  idOf?: (field: string) => string;
  onSending?: () => void;
  onSent: (input: Input) => void;
}

/** What a text control of the form is given, its id, and what is wrong with it. */
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

/** A form that asks, with everything but its look. */
export interface ContactForm<Name extends string> {
  /** For the `<form>`. */
  props: {
    ref: RefCallback<HTMLFormElement>;
    noValidate: true;
    onFocus: () => void;
    onInput: (event: FormEvent) => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** For the button that sends. */
  button: { type: 'submit'; busy: boolean };
  text: (name: Name) => TextField;
  choice: (name: Name) => ChoiceField;
}

/**
 * What every form that asks has in common (specification, sections 5 and 8): each error stands at its field and the
 * first one has the focus; one press is one record, however often it is pressed or the network drops; a success thanks
 * and empties the form; a failure says so and keeps every word, also over a reload or a closed dialog.
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

  /** The same one each time, for it remembers its open try; after a failure the next call asks for its file again. */
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
    // The browser is posting it already: the server recognises a second post as the same, but not a request from here.
    if ('posted' in event.currentTarget.dataset) return;
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
