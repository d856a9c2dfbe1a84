import { isProblem } from '@docfolio/api-client/problem';
import type { CallInput, InputOf, Operation } from '@docfolio/contracts/core/operation';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { type ToastMessage, toast } from '@docfolio/ui/runtime';
import { type FormEvent, type RefCallback, useRef, useState } from 'react';
import type { FieldOf } from './check.js';
import type { RefusedForm } from './form-outcome.js';
import { failureNotice } from './notices.js';
import type { Submission } from './submission.js';
import { useFields } from './use-fields.js';

type Errors = Readonly<Record<string, string>>;

export interface PublicFormOptions<O extends Operation> {
  /** Name of the form, under which sessionStorage has its draft and a failed attempt. */
  name: string;
  /** Names of the fields in their order. Must be the same array in each render. */
  fields: readonly FieldOf<O>[];
  /** Whether typed text is kept over a reload or a closed dialog. Default: true. */
  keepsDraft?: boolean;
  /** Further values to send, such as the name of the service. */
  fixed?: Partial<CallInput<O>>;
  /** Loads the code that validates and sends the form, when a field gets the focus or the form is sent. */
  load: () => Promise<Submission<O>>;
  thanks: ToastMessage;
  /** Returns what the message of a failure has instead of the usual text. Not called for a rate limit. */
  failure?: (error: unknown) => Partial<ToastMessage> | undefined;
  /** The values and errors that the server returned for a form posted without scripts. */
  refused?: RefusedForm;
  /** Returns the DOM id of a field's control; by default, ids are generated. */
  idOf?: (field: string) => string;
  /** Called on each submit, before code is loaded. @returns errors of fields, with which the form is not sent */
  onSubmit?: (values: Readonly<Record<string, string>>) => Errors | undefined;
  /** Called with valid values, before they are sent. */
  onSending?: () => void;
  onSent: (input: InputOf<O>) => void;
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

export interface PublicForm<Name extends string> {
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
 * Returns props and state of a public form (specification, sections 5 and 8). A success empties it; a failure, a
 * reload or closing its dialog keeps the values. Retrying the same values after a failure creates no second record.
 */
export function usePublicForm<O extends Operation>({
  name,
  fields,
  keepsDraft = true,
  fixed,
  load,
  thanks,
  failure,
  refused,
  idOf,
  onSubmit,
  onSending,
  onSent,
}: PublicFormOptions<O>): PublicForm<FieldOf<O>> {
  const draft = keepsDraft ? name : undefined;
  // Kept when the page forgets the outcome, as React empties a control whose default value goes, until they are sent.
  const [returned, setReturned] = useState(refused?.values);
  const { ref, values, trap, choices, choose, focusFirst, keepDraft, empty } = useFields(fields, draft, returned);
  const [errors, setErrors] = useState<Errors>(refused?.errors ?? {});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const submission = useRef<Promise<Submission<O>> | null>(null);

  /** Loads the code once per form. After a failure, the next call loads again. */
  function loaded(): Promise<Submission<O>> {
    submission.current ??= load().catch((error: unknown) => {
      submission.current = null;
      throw error;
    });
    return submission.current;
  }

  async function send(typed: Readonly<Record<string, string>>, trapped: string): Promise<void> {
    const found = onSubmit?.(typed);
    if (found) return refuse(found);
    const { check, send, rateNotice } = await loaded();
    const checked = check({ ...typed, ...fixed, ...(trapped && { [honeypotField]: trapped }) });
    if ('errors' in checked) return refuse(checked.errors);
    setErrors({});
    onSending?.();
    try {
      await send(name, checked.input, toast);
    } catch (error) {
      return fail(error, rateNotice(error));
    }
    toast(thanks);
    setReturned(undefined);
    empty();
    onSent(checked.input);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    // The browser is posting the form already (apps/shell/src/early-clicks.js).
    if ('posted' in event.currentTarget.dataset) return;
    event.preventDefault();
    // A second submit can come before the button is rendered as busy.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      // Reads the values before `send` loads code: the dialog may be closed by then.
      await send(values(), trap());
    } catch (error) {
      fail(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function fail(error: unknown, notice = failure?.(error)) {
    toast({ ...failureNotice, ...notice });
    const found = isProblem(error) ? (error.errors ?? []) : [];
    if (found.length > 0) refuse(Object.fromEntries(found.map(({ path, message }) => [path, message])));
  }

  function refuse(found: Errors) {
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
      onSubmit: (event) => void submit(event),
    },
    button: { type: 'submit', busy },
    text: (field) => ({
      props: { name: field, defaultValue: returned?.[field] },
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
