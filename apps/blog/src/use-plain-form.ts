import { isProblem } from '@docfolio/api-client/problem';
import { useHydrated } from '@docfolio/ui/use-hydrated';
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
    onSubmit: (event: FormEvent) => void;
    onInput: (event: FormEvent) => void;
  };
  /** The type of the button that sends: until the page is taken over it does nothing, or the browser would send. */
  buttonType: 'submit' | 'button';
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
 */
export function usePlainForm<const Name extends string>(
  names: readonly Name[],
  send: (texts: Texts<Name>) => Promise<void>,
  { draftKey, drafted = names }: { draftKey?: string; drafted?: readonly Name[] } = {},
): PlainForm<Name> {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const hydrated = useHydrated();
  useDraft(form, drafted, draftKey);

  async function onSubmit(event: FormEvent) {
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
    buttonType: hydrated ? 'submit' : 'button',
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
      form.current?.reset();
      setErrors({});
      if (draftKey) forgetDraft(draftKey);
    },
  };
}
