import type { RefusedForm } from '@docfolio/api-client/form-outcome';
import { isProblem } from '@docfolio/api-client/problem';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { promises } from '@docfolio/site-copy/site';
import { waitingNotice } from '@docfolio/site-copy/waiting-notice';
import { toast } from '@docfolio/ui/runtime';
import { type FormEvent, type RefCallback, useRef, useState } from 'react';
import type { Submission } from './submission.js';
import { useFields } from './use-fields.js';

export interface ContactFormOptions<Values, Input> {
  /** Name of the form, under which sessionStorage has its draft and a failed attempt. */
  name: string;
  /** Names of the fields in their order. Must be the same array in each render. */
  fields: readonly (keyof Values & string)[];
  /** Further values to send, such as the name of the service. */
  subject: Partial<Values>;
  /** Loads the code that validates and sends the form, when a field gets the focus or the form is sent. */
  load: () => Promise<Submission<Input>>;
  thanks: string;
  /** The values and errors that the server returned for a form posted without scripts. */
  refused?: RefusedForm;
  /** Returns the DOM id of a field's control; by default, ids are generated. */
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
  props: {
    ref: RefCallback<HTMLFormElement>;
    noValidate: true;
    onFocus: () => void;
    onInput: (event: FormEvent) => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  button: { type: 'submit'; busy: boolean };
  text: (name: Name) => TextField;
  choice: (name: Name) => ChoiceField;
}

/**
 * Returns props and state of a contact form (specification, sections 5 and 8). A success empties it; a failure, a
 * reload or closing its dialog keeps the values. Retrying the same values after a failure creates no second record.
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

  /** Loads the code once per form, because it holds the Idempotency-Key. After a failure, the next call loads again. */
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
    await send(checked.input, (seconds) => toast(waitingNotice(seconds)));
    toast({ title: thanks, description: `We'll get back to you ${promises.reply}.` });
    empty();
    onSent(checked.input);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The browser is posting the form already (apps/shell/src/early-clicks.js).
    if ('posted' in event.currentTarget.dataset) return;
    event.preventDefault();
    // A second submit can come before the button is rendered as busy.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      // Reads the values before `send` loads code: the dialog may be closed by then.
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
