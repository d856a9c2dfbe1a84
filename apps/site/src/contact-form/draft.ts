/** Drafts where sessionStorage is blocked. */
const kept = new Map<string, string>();

/** Returns a stored draft. Anything else under the key reads as empty. */
export function readDraft(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(kept.get(key) ?? sessionStorage.getItem(key) ?? '{}'));
  } catch {
    // Storage is blocked, or holds something else.
    return {};
  }
}

/** Stores a draft in this tab; null deletes it. */
export function writeDraft(key: string, draft: object | null): void {
  kept.delete(key);
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    if (draft) kept.set(key, JSON.stringify(draft));
  }
}
