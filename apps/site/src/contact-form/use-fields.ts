import { type RefCallback, useCallback, useRef, useState } from 'react';
import { readDraft, writeDraft } from './draft.js';
import { honeypotField } from './honeypot-field.js';

type Texts = Readonly<Record<string, string>>;

export interface Fields {
  /** For the `<form>`. */
  ref: RefCallback<HTMLFormElement>;
  /** What stands in the named fields now. */
  values: () => Texts;
  /** What stands in the field that only machines fill in. */
  trap: () => string;
  /** Of the fields that aren't text controls, what has been chosen. */
  choices: Texts;
  choose: (name: string, value: string) => void;
  focusFirst: (matches: (name: string) => boolean) => void;
  keepDraft: () => void;
  /** Empties every field and forgets the draft. */
  empty: () => void;
}

/**
 * The fields of a form. Text controls keep their own text, so that what somebody types before the page is taken over
 * isn't lost; choices are kept here. A draft of both stands in this tab's sessionStorage, so that neither a reload nor a
 * dialog closed by accident loses a long message; it ends with the tab.
 * @param names The fields that a person fills in, in their order; the same array each time.
 * @param formName The form's own, under which the draft is kept.
 * @param returned what the visitor typed into a form that a server sent back
 */
export function useFields(names: readonly string[], formName: string, returned: Texts = {}): Fields {
  const form = useRef<HTMLFormElement>(null);
  const draftKey = `docfolio.draft.${formName}`;
  const [choices, setChoices] = useState<Texts>(returned);
  // Read after it was written, before the next render.
  const chosen = useRef(choices);
  const control = (name: string) => textControl(form.current, name);
  const values = () =>
    Object.fromEntries(names.map((name) => [name, control(name)?.value ?? chosen.current[name] ?? '']));
  const setChosen = (next: Texts) => {
    chosen.current = next;
    setChoices(next);
  };
  const keepDraft = () => {
    const draft = values();
    writeDraft(draftKey, Object.values(draft).some(Boolean) ? draft : null);
  };

  // When the form is there, which in a dialog is later than its first drawing.
  const ref = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (!element) return;
      const draft = readDraft(draftKey);
      const drafted: Record<string, string> = {};
      for (const name of names) {
        const text = draft[name];
        if (typeof text !== 'string' || !text) continue;
        const field = textControl(element, name);
        if (!field) drafted[name] = chosen.current[name] || text;
        // What was typed before the page was taken over is newer.
        else if (!field.value) field.value = text;
      }
      if (Object.keys(drafted).length === 0) return;
      chosen.current = { ...chosen.current, ...drafted };
      setChoices(chosen.current);
    },
    [names, draftKey],
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
      writeDraft(draftKey, null);
    },
  };
}

function textControl(form: HTMLFormElement | null, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}
