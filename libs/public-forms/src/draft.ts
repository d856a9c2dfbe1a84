/** Drafts by key, for when sessionStorage is blocked or full. */
const unstored = new Map<string, string>();

const keyOf = (form: string) => `docfolio.draft.${form}`;

/** Returns the values of a form's draft; {} if none is stored or it is no JSON. */
export function readDraft(form: string): Record<string, unknown> {
  const key = keyOf(form);
  try {
    return Object(JSON.parse(unstored.get(key) ?? sessionStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/** Stores a form's values in this tab, over reloads. */
export function writeDraft(form: string, values: object): void {
  const key = keyOf(form);
  const draft = JSON.stringify(values);
  unstored.delete(key);
  try {
    sessionStorage.setItem(key, draft);
  } catch {
    unstored.set(key, draft);
  }
}

export function deleteDraft(form: string): void {
  const key = keyOf(form);
  unstored.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {}
}
