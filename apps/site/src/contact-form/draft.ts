/** Drafts by key, for when sessionStorage is blocked or full. */
const kept = new Map<string, string>();

/** Returns the values of a form's draft; {} if none is stored or it is no JSON. */
export function readDraft(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(kept.get(key) ?? sessionStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/** Stores a form's values in this tab; null deletes them. */
export function writeDraft(key: string, draft: object | null): void {
  kept.delete(key);
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    if (draft) kept.set(key, JSON.stringify(draft));
  }
}
