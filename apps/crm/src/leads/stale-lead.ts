import type { Lead } from '@docfolio/contracts/lead';
import { type LeadField, type LeadFormValues, leadFields, textOf, valuesOf } from './lead-values.js';

/** A field that reads differently in the form and in the record as it is now. */
export interface StaleField {
  field: LeadField;
  mine: string;
  theirs: string;
  /** Changed here as well; otherwise `mine` is what the form began with. */
  typed: boolean;
}

export interface StaleLead {
  /** The record as it is now. */
  current: Lead;
  fields: StaleField[];
}

/**
 * Brings together what stands in the form and a record that somebody has saved since (`base` is what the form began
 * with). A field that was not touched here takes what was saved; one that was keeps what was typed. `stale` lists
 * every field that the other save changed, so that either side can be taken.
 */
export function mergeStale(
  base: Lead,
  form: LeadFormValues,
  current: Lead,
): { merged: LeadFormValues; stale: StaleLead } {
  const before = valuesOf(base);
  const now = valuesOf(current);
  const merged: Record<string, unknown> = { ...form };
  const fields: StaleField[] = [];
  for (const field of leadFields) {
    const mine = textOf(form, field);
    const theirs = textOf(now, field);
    if (theirs === textOf(before, field) || theirs === mine) continue;
    const typed = mine !== textOf(before, field);
    if (!typed) merged[field] = now[field];
    fields.push({ field, mine, theirs, typed });
  }
  return { merged: merged as LeadFormValues, stale: { current, fields } };
}
