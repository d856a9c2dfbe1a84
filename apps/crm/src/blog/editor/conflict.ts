import type { FormField, FormValue, FormValues } from '../../records/record-form.js';
import { merged } from './line-merge.js';
import { postFields } from './post-form.js';

/** A field that reads differently here and in the post as it is now. */
export interface ConflictField {
  field: FormField;
  mine: FormValue;
  theirs: FormValue;
  /** Changed here too; otherwise `mine` is what the editor began with. */
  typed: boolean;
  /** Both texts in one, where they run over several lines. */
  both?: string;
}

export interface Conflict {
  fields: ConflictField[];
  /** Where everything that is not in question stands: what was typed here, else what was saved meanwhile. */
  rest: FormValues;
}

/**
 * Compares what stands in the editor with a post that somebody has saved since.
 * @param base what the editor began with; null where that is no longer known: then `typed` names what was typed
 */
export function conflictOf(
  base: FormValues | null,
  mine: FormValues,
  theirs: FormValues,
  typed?: readonly string[],
): Conflict {
  const fields: ConflictField[] = [];
  const rest: FormValues = { ...theirs };
  for (const field of postFields) {
    const { name } = field;
    const [own, other] = [mine[name]!, theirs[name]!];
    const isTyped = base ? own !== base[name] : (typed?.includes(name) ?? false);
    if (isTyped) rest[name] = own;
    if (own === other || (base && other === base[name]) || (!base && !isTyped)) continue;
    const texts = field.control === 'textarea' && isTyped;
    fields.push({
      field,
      mine: own,
      theirs: other,
      typed: isTyped,
      ...(texts && { both: merged(base ? String(base[name]) : null, String(own), String(other)) }),
    });
  }
  return { fields, rest };
}
