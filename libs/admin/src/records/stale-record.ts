import type { FormField, FormValue, FormValues } from './form-field.js';

/** A field whose value in a form (`mine`) differs from the one saved elsewhere in the meantime (`theirs`). */
export interface StaleField {
  field: FormField;
  mine: FormValue;
  theirs: FormValue;
  /** The value that the form began with; null if unknown. */
  before: FormValue | null;
  /** The user changed the field; otherwise `mine` is the value that the form began with. */
  typed: boolean;
}

export interface StaleRecord {
  /** Version of the record as saved now. */
  version: number;
  fields: StaleField[];
}

/**
 * Merges a form's values (`mine`) with a record saved elsewhere (`theirs`). `merged` has mine for fields changed in the
 * form, else theirs. `fields`: those that the other save made different from mine. If `before` (the form's first
 * values) is null, `typedNames` lists the changed fields.
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
