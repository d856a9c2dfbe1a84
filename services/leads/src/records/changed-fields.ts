import { isDeepStrictEqual } from 'node:util';

/** Returns the names of those `fields` that differ between two versions of a record. */
export function changedFields<R extends object>(before: R, after: R, fields: readonly (keyof R & string)[]): string[] {
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
