import { toNumber } from '../bson/numbers.js';
import { isDoc, isNumeric, type Value } from '../bson/values.js';
import { badValue } from '../errors.js';
import type { KeyField } from '../storage/index-keys.js';
import { plainPath } from './path.js';

/** Parses a sort document; undefined when there is nothing to sort by. Throws BadValue (2) for a bad direction. */
export function parseSort(sort: Value): KeyField[] | undefined {
  if (sort === undefined || sort === null) return undefined;
  if (!isDoc(sort)) throw badValue('Expected field sort to be of type object');
  const fields = Object.entries(sort).map(([path, direction]) => {
    const sign = isNumeric(direction) ? toNumber(direction) : Number.NaN;
    if (Math.abs(sign) !== 1) throw badValue('$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return { path, parts: plainPath(path), descending: sign < 0 };
  });
  if (fields.length > 32) throw badValue('A sort may have at most 32 fields');
  return fields.length ? fields : undefined;
}
