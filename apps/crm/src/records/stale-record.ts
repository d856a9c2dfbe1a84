import type { FormField, FormValue, FormValues } from './record-form.js';

/** A field whose value differs between a form and the record as another save left it. */
export interface StaleField {
  field: FormField;
  mine: FormValue;
  theirs: FormValue;
  /** What the form began with; null where that is not known. */
  before: FormValue | null;
  /** Changed here as well; otherwise `mine` is what the form began with. */
  typed: boolean;
}

export interface StaleRecord {
  /** Of the record as it is now. */
  version: number;
  fields: StaleField[];
}

/**
 * Merges a form with a record that another save has changed since the form was opened. A field that was not changed here
 * takes their value, one that was keeps its own. `fields` lists what their save changed, to choose either side.
 * @param before what the form began with; null where that is not known, then `typedNames` lists the fields changed here
 */
export function mergeStale(
  fields: readonly FormField[],
  before: FormValues | null,
  mine: FormValues,
  theirs: FormValues,
  typedNames: readonly string[] = [],
): { merged: FormValues; fields: StaleField[] } {
  const merged: FormValues = { ...mine };
  const stale: StaleField[] = [];
  for (const field of fields) {
    const { name } = field;
    const [own, other, begun] = [mine[name] ?? '', theirs[name] ?? '', before ? (before[name] ?? '') : null];
    const typed = begun === null ? typedNames.includes(name) : own !== begun;
    if (!typed) merged[name] = other;
    const changedThere = begun === null ? typed : other !== begun;
    if (changedThere && own !== other) stale.push({ field, mine: own, theirs: other, before: begun, typed });
  }
  return { merged, fields: stale };
}
