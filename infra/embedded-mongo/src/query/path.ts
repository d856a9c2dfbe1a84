import { type Doc, isDoc, own, type Value } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';

/** Called for each value a path leads to, `undefined` for a missing one, with the index in the outermost array passed. */
export type Visitor = (value: Value, arrayIndex: number) => boolean;

export function splitPath(path: string): string[] {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(codes.emptyFieldName, `The path '${path}' contains an empty field name`);
  return parts;
}

/**
 * Walks a dotted path as the server's matcher does: arrays of documents are searched element by element, an array at
 * the end of the path yields its elements and then itself (only itself when `leafArrays` is off), a number names an
 * array position too, and a scalar in an array on the way yields nothing.
 * @returns true as soon as the visitor does
 */
export function visit(doc: Doc, parts: string[], visitor: Visitor, leafArrays = true, from = 0, outer = -1): boolean {
  let current = doc;
  for (let i = from; ; i++) {
    const value = own(current, parts[i]!);
    const last = i === parts.length - 1;
    if (Array.isArray(value)) {
      if (last && !leafArrays) return visitor(value, outer);
      return visitArray(value, parts, visitor, leafArrays, i + 1, outer);
    }
    if (last) return visitor(value, outer);
    if (!isDoc(value)) return visitor(undefined, outer);
    current = value;
  }
}

function visitArray(
  items: Value[],
  parts: string[],
  visitor: Visitor,
  leafArrays: boolean,
  from: number,
  outer: number,
): boolean {
  const leaf = from === parts.length;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const position = outer < 0 ? index : outer;
    if (leaf) {
      if (visitor(item, position)) return true;
      continue;
    }
    if (isDoc(item) && visit(item, parts, visitor, leafArrays, from, position)) return true;
    if (parts[from] !== String(index)) continue;
    if (from === parts.length - 1) {
      if (visitor(item, position)) return true;
    } else if (isDoc(item)) {
      if (visit(item, parts, visitor, leafArrays, from + 1, position)) return true;
    } else if (Array.isArray(item)) {
      if (visitArray(item, parts, visitor, leafArrays, from + 1, position)) return true;
    }
  }
  return leaf && visitor(items, outer);
}

/**
 * The value of an aggregation field path: documents in arrays are mapped, a number is an ordinary field name.
 * @returns undefined when it is missing
 */
export function readPath(value: Value, parts: string[], from = 0): Value {
  if (from === parts.length) return value;
  if (Array.isArray(value)) {
    const found: Value[] = [];
    for (const item of value) {
      if (!isDoc(item) && !Array.isArray(item)) continue;
      const inner = readPath(item, parts, from);
      if (inner !== undefined && !(Array.isArray(item) && (inner as Value[]).length === 0)) found.push(inner);
    }
    return found;
  }
  return isDoc(value) ? readPath(own(value, parts[from]!), parts, from + 1) : undefined;
}
