import type { FormOutcome } from '@docfolio/api-client/form-outcome';
import { isProblem } from '@docfolio/api-client/problem';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { deleteDraft, fieldOf, useDraft } from './form-draft.js';

export type Values<Name extends string> = Record<Name, string>;
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

export interface PlainForm<Name extends string> {
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent) => void;
  };
  busy: boolean;
  errors: FieldErrors<Name>;
  /** Shows errors at their fields and focuses the first invalid one. */
  showErrors: (errors: FieldErrors<Name>) => void;
  /** Shows the field errors of a ProblemError; ignores other errors. */
  showServerErrors: (error: unknown) => void;
  reset: () => void;
}

/**
 * Returns a small form with uncontrolled fields, which keep text typed before hydration. `names` must be a constant
 * array. `send` must not reject, and is not called again while it runs. `drafted` fields are stored under the
 * sessionStorage key `draftKey`. `outcome` is that of a post without scripts.
 */
export function usePlainForm<const Name extends string>(
  names: readonly Name[],
  send: (values: Values<Name>) => Promise<void>,
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
    // The browser posts the form (`early-clicks.js`): a second request would create a second record.
    if ('posted' in event.currentTarget.dataset) return;
    event.preventDefault();
    const element = form.current;
    // A second submit can come before the button is rendered as busy.
    if (!element || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await send(Object.fromEntries(names.map((name) => [name, fieldOf(element, name)?.value ?? ''])) as Values<Name>);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function showErrors(found: FieldErrors<Name>) {
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
    showErrors,
    showServerErrors: (error) => {
      const found = isProblem(error) ? (error.errors ?? []) : [];
      const known = found.filter(({ path }) => (names as readonly string[]).includes(path));
      if (known.length > 0)
        showErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])) as FieldErrors<Name>);
    },
    reset: () => {
      // The form's own `reset()` would restore values that the server rendered.
      for (const name of names) {
        const field = form.current && fieldOf(form.current, name);
        if (field) field.value = '';
      }
      setErrors({});
      if (draftKey) deleteDraft(draftKey);
    },
  };
}
