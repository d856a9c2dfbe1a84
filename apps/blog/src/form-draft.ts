import { type RefObject, useEffect } from 'react';

/**
 * Keeps what is typed into the named fields in this tab's sessionStorage under `key`, so that a reload doesn't lose a
 * long comment; what was typed before the page was taken over stays. It ends with the tab, or with `forgetDraft`.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, names: readonly string[], key: string | undefined) {
  useEffect(() => {
    const element = form.current;
    if (!key || !element) return;
    const draft = read(key);
    for (const name of names) {
      const field = fieldOf(element, name);
      const text = draft[name];
      if (field && !field.value && typeof text === 'string') field.value = text;
    }
    const keep = () => {
      const typed = names.map((name) => [name, fieldOf(element, name)?.value ?? ''] as const);
      write(key, typed.some(([, text]) => text) ? Object.fromEntries(typed) : null);
    };
    element.addEventListener('input', keep);
    return () => element.removeEventListener('input', keep);
  }, [form, names, key]);
}

export const forgetDraft = (key: string) => write(key, null);

export function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

function read(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Blocked, or not ours: there is no draft.
    return {};
  }
}

function write(key: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing keeps no draft; the form itself goes on.
  }
}
