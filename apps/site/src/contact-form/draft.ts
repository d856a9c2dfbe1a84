/** What a browser that stores nothing has been given to keep: it lasts as long as the document. */
const kept = new Map<string, string>();

/** The draft that is kept under a key; whatever stands there that is none reads as empty. */
export function readDraft(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(kept.get(key) ?? sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Blocked, or not ours: there is no draft.
    return {};
  }
}

/** Keeps a draft in this tab; null forgets it. */
export function writeDraft(key: string, draft: object | null): void {
  kept.delete(key);
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    if (draft) kept.set(key, JSON.stringify(draft));
  }
}
