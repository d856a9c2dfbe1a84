import { type FormField, type FormValue, type FormValues, type RecordForm, textOf } from './record-form.js';
import type { EditableRecord } from './record-kind.js';

/** A field that reads differently in the form and in the record as it is now. */
export interface StaleField {
  field: FormField;
  mine: FormValue;
  theirs: FormValue;
  /** Changed here as well; otherwise `mine` is what the form began with. */
  typed: boolean;
}

export interface StaleRecord<R extends EditableRecord> {
  /** The record as it is now. */
  current: R;
  fields: StaleField[];
}

/**
 * Brings together what stands in the form and a record that somebody has saved since (`base` is what the form began
 * with). A field that was not touched here takes what was saved; one that was keeps what was typed. `stale` lists
 * every field that the other save changed, so that either side can be taken.
 */
export function mergeStale<R extends EditableRecord>(
  form: RecordForm<R>,
  base: R,
  typedValues: FormValues,
  current: R,
): { merged: FormValues; stale: StaleRecord<R> } {
  const before = form.valuesOf(base);
  const now = form.valuesOf(current);
  const merged: FormValues = { ...typedValues };
  const fields: StaleField[] = [];
  for (const field of form.fields) {
    const mine = textOf(typedValues, field);
    const theirs = textOf(now, field);
    if (theirs === textOf(before, field) || theirs === mine) continue;
    const typed = mine !== textOf(before, field);
    fields.push({ field, mine: typedValues[field.name] ?? '', theirs: now[field.name] ?? '', typed });
    if (!typed) merged[field.name] = now[field.name] ?? '';
  }
  return { merged, stale: { current, fields } };
}
