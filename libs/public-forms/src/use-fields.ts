import { honeypotField } from '@docfolio/contracts/generated/constants';
import { type RefCallback, useCallback, useRef, useState } from 'react';
import { deleteDraft, readDraft, writeDraft } from './draft.js';

type Texts = Readonly<Record<string, string>>;

export interface Fields {
  ref: RefCallback<HTMLFormElement>;
  values: () => Texts;
  trap: () => string;
  /** Values of the selects, which are React state. */
  choices: Texts;
  choose: (name: string, value: string) => void;
  focusFirst: (matches: (name: string) => boolean) => void;
  keepDraft: () => void;
  empty: () => void;
}

/**
 * Manages a form's values. Text controls are uncontrolled, so that text typed before hydration stays. A draft in
 * sessionStorage keeps the values over a reload or a closed dialog.
 * @param names of the fields in their order; must be the same array in each render
 * @param draft name of the form's draft; undefined: the form has none
 * @param returned values that the server returned with a form that was posted without scripts
 */
export function useFields(names: readonly string[], draft: string | undefined, returned: Texts = {}): Fields {
  const form = useRef<HTMLFormElement>(null);
  const [choices, setChoices] = useState<Texts>(returned);
  // A ref besides the state, because the draft is stored before the next render.
  const chosen = useRef(choices);
  const control = (name: string) => textControl(form.current, name);
  const values = () =>
    Object.fromEntries(names.map((name) => [name, control(name)?.value ?? chosen.current[name] ?? '']));
  const setChosen = (next: Texts) => {
    chosen.current = next;
    setChoices(next);
  };
  const keepDraft = () => {
    if (!draft) return;
    const typed = values();
    if (Object.values(typed).some(Boolean)) writeDraft(draft, typed);
    else deleteDraft(draft);
  };

  // A callback ref, because a dialog mounts its form after its first render.
  const ref = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (!element || !draft) return;
      const stored = readDraft(draft);
      const drafted: Record<string, string> = {};
      for (const name of names) {
        const text = stored[name];
        if (typeof text !== 'string' || !text) continue;
        const field = textControl(element, name);
        if (!field) drafted[name] = chosen.current[name] || text;
        // Text typed before hydration is newer than the draft.
        else if (!field.value) field.value = text;
      }
      if (Object.keys(drafted).length === 0) return;
      chosen.current = { ...chosen.current, ...drafted };
      setChoices(chosen.current);
    },
    [names, draft],
  );

  return {
    ref,
    values,
    trap: () => control(honeypotField)?.value ?? '',
    choices,
    choose: (name, value) => {
      setChosen({ ...chosen.current, [name]: value });
      keepDraft();
    },
    focusFirst: (matches) => control(names.find((name) => matches(name) && control(name)) ?? '')?.focus(),
    keepDraft,
    empty: () => {
      for (const name of [...names, honeypotField]) {
        const field = control(name);
        if (field) field.value = '';
      }
      setChosen({});
      if (draft) deleteDraft(draft);
    },
  };
}

function textControl(form: HTMLFormElement | null, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}
