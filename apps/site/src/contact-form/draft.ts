/** Drafts by key, used while sessionStorage is blocked or full. */
const kept = new Map<string, string>();

/** Returns the values of a form's draft; {} if none is stored or the stored text is not JSON. */
export function readDraft(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(kept.get(key) ?? sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Storage is blocked, or holds something else.
    return {};
  }
}

/** Stores the values of a form as a draft of this tab; null deletes the draft. */
export function writeDraft(key: string, draft: object | null): void {
  kept.delete(key);
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    if (draft) kept.set(key, JSON.stringify(draft));
  }
}
