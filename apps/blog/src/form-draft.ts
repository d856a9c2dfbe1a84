import { type RefObject, useEffect } from 'react';

/** Stores the named fields in sessionStorage on input, and restores empty ones on mount. No-op without `key`. */
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
    const save = () => {
      const typed = names.map((name) => [name, fieldOf(element, name)?.value ?? ''] as const);
      write(key, typed.some(([, text]) => text) ? Object.fromEntries(typed) : null);
    };
    element.addEventListener('input', save);
    return () => element.removeEventListener('input', save);
  }, [form, names, key]);
}

export const deleteDraft = (key: string) => write(key, null);

export function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

function read(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Blocked storage or invalid JSON: there is no draft.
    return {};
  }
}

function write(key: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Blocked or full storage: the form works without a draft.
  }
}
