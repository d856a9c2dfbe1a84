import type { FormOutcome } from '@docfolio/api-client/form-outcome';
import { isProblem } from '@docfolio/api-client/problem';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { fieldOf, forgetDraft, useDraft } from './form-draft.js';

/** What stands in the named fields. */
export type Texts<Name extends string> = Record<Name, string>;
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

export interface PlainForm<Name extends string> {
  /** For the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent) => void;
  };
  busy: boolean;
  errors: FieldErrors<Name>;
  /** Shows what is wrong with which field and puts the focus into the first of them. */
  refuse: (errors: FieldErrors<Name>) => void;
  /** The same for what the server has against single fields. */
  refuseAsServer: (error: unknown) => void;
  /** Empties the fields and forgets the draft. */
  reset: () => void;
}

/**
 * A small form whose fields keep their own text: what somebody types before the page is taken over isn't lost, and no
 * form library has to be loaded to read. `send` runs once at a time, however often the button is pressed, and tells its
 * outcome itself; it must not reject.
 * @param names The fields, in their order; the same array each time.
 * @param draftKey A key of sessionStorage that keeps a draft of `drafted` over a reload.
 * @param outcome What became of the form, if the page is the answer to its post.
 */
export function usePlainForm<const Name extends string>(
  names: readonly Name[],
  send: (texts: Texts<Name>) => Promise<void>,
  {
    draftKey,
    drafted = names,
    outcome,
  }: { draftKey?: string; drafted?: readonly Name[]; outcome?: FormOutcome | undefined } = {},
): PlainForm<Name> {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<Name>>(
    outcome?.kind === 'refused' ? (outcome.errors as FieldErrors<Name>) : {},
  );
  useDraft(form, drafted, draftKey);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The browser is posting it already: the server recognises a second post as the same, but not a request from here.
    if ('posted' in event.currentTarget.dataset) return;
    event.preventDefault();
    const element = form.current;
    // A second press can come before the button has been drawn as busy.
    if (!element || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await send(Object.fromEntries(names.map((name) => [name, fieldOf(element, name)?.value ?? ''])) as Texts<Name>);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function refuse(found: FieldErrors<Name>) {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first && form.current) fieldOf(form.current, first)?.focus();
  }

  return {
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event) => void onSubmit(event),
      onInput: (event) => {
        const { name } = event.target as HTMLInputElement;
        if (name in errors) setErrors({ ...errors, [name]: undefined });
      },
    },
    busy,
    errors,
    refuse,
    refuseAsServer: (error) => {
      const found = isProblem(error) ? (error.errors ?? []) : [];
      const known = found.filter(({ path }) => (names as readonly string[]).includes(path));
      if (known.length > 0)
        refuse(Object.fromEntries(known.map(({ path, message }) => [path, message])) as FieldErrors<Name>);
    },
    reset: () => {
      // Not `reset()`, which would bring back what a server has sent back.
      for (const name of names) {
        const field = form.current && fieldOf(form.current, name);
        if (field) field.value = '';
      }
      setErrors({});
      if (draftKey) forgetDraft(draftKey);
    },
  };
}
