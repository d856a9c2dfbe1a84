import { type Doc, isDoc, own, type Value } from '../bson/values.js';
import { codes, MongoError, unsupported } from '../errors.js';

/** Receives each value of a path (`undefined` if missing) and its index in the outermost array, -1 outside arrays. */
export type Visitor = (value: Value, arrayIndex: number) => boolean;

export function splitPath(path: string): string[] {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(codes.emptyFieldName, `The path '${path}' contains an empty field name`);
  return parts;
}

/** Splits a dotted path. @throws MongoError 238 if it contains a `$`, 56 for an empty name */
export function plainPath(path: string): string[] {
  if (path.includes('$')) throw unsupported(`The path '${path}'`);
  return splitPath(path);
}

/**
 * Visits the values at a dotted path as MongoDB's matcher does: in each document of an array, at numeric positions, and
 * of an array at the end its elements, then the array (`wholeArrays`: only that). Returns true once `visitor` does.
 */
export function visit(doc: Doc, parts: string[], visitor: Visitor, wholeArrays = false, from = 0, outer = -1): boolean {
  const last = parts.length - 1;
  const inArray = (items: Value[], at: number): boolean => {
    for (const [index, item] of items.entries()) {
      const position = outer < 0 ? index : outer;
      if (at > last ? visitor(item, position) : isDoc(item) && visit(item, parts, visitor, wholeArrays, at, position))
        return true;
      if (parts[at] !== String(index)) continue;
      if (at === last ? visitor(item, position) : named(item, at + 1, position)) return true;
    }
    return at > last && visitor(items, outer);
  };
  const named = (item: Value, at: number, position: number): boolean =>
    Array.isArray(item)
      ? visit({ item }, ['item', ...parts.slice(at)], visitor, wholeArrays, 0, position)
      : isDoc(item) && visit(item, parts, visitor, wholeArrays, at, position);

  let current = doc;
  for (let at = from; ; at++) {
    const value = own(current, parts[at]!);
    if (Array.isArray(value) && !(at === last && wholeArrays)) return inArray(value, at + 1);
    if (at === last) return visitor(value, outer);
    if (!isDoc(value)) return visitor(undefined, outer);
    current = value;
  }
}

/** Returns the value at an aggregation path, of an array of documents the array of their values. Numbers are names. */
export function readPath(value: Value, parts: string[], from = 0): Value {
  if (from === parts.length) return value;
  if (isDoc(value)) return readPath(own(value, parts[from]!), parts, from + 1);
  if (!Array.isArray(value)) return undefined;
  // A nested array is searched too, and left out if it yields nothing.
  return value
    .map((item) => [item, readPath(item, parts, from)])
    .filter(([item, inner]) => inner !== undefined && !(Array.isArray(item) && (inner as Value[]).length === 0))
    .map(([, inner]) => inner);
}
