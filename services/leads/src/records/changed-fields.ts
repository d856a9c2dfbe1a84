import { isDeepStrictEqual } from 'node:util';

/**
 * Names of the fields that differ between a record as it was and as it is.
 * @param fields those that are looked at
 */
export function changedFields<R extends object>(before: R, after: R, fields: readonly (keyof R & string)[]): string[] {
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}
