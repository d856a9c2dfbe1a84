import { decodeFields, fieldNames } from '../bson/elements.js';
import { invert, keyOf, keyText, nullKey, successor } from '../bson/keys.js';
import type { Doc, Value } from '../bson/values.js';
import { visit } from '../query/path.js';
import type { Collection } from '../storage/collection.js';
import { idsIn, peekRecord, type Search, type Steps, search } from './execute.js';
import { planWith } from './planner.js';

/** Yields nulls, then a path's values in the matches, each once: of an array its elements. */
export function* distinctSteps(collection: Collection, request: Search, parts: string[]): Steps<{ value: Value }> {
  const found = new Map<string, Value>();
  for (const doc of walk(collection, request, parts) ?? documents(collection, request)) {
    if (doc)
      visit(doc, parts, (value, arrayIndex) => {
        // Only an array inside an array is a value.
        if (value !== undefined && !(Array.isArray(value) && arrayIndex < 0)) {
          const key = keyText(value);
          if (!found.has(key)) found.set(key, value);
        }
        return false;
      });
    yield null;
  }
  for (const value of found.values()) yield { value };
}

function* documents(collection: Collection, request: Search): Steps<Doc> {
  for (const row of search(collection, request)) yield row?.doc ?? null;
}

/** Returns the steps through an index in which the path follows the filter's fields; none without one. */
function walk(collection: Collection, { filter, hint }: Search, parts: string[]): Steps<Doc> | undefined {
  const path = parts.join('.');
  for (const index of hint === undefined ? collection.indexes : []) {
    const at = index.fields.findIndex((field) => field.path === path);
    if (at < 0 || index.meta.multikey.some(Boolean)) continue;
    const plan = planWith(index, filter);
    if (plan?.exact && plan.bounded === at && plan.fixed === at)
      return firstOfEach(collection, plan.ranges[0]!, parts, index.fields[at]!.descending);
  }
  return undefined;
}

/** Yields one document for each value, with only the path's field, and all documents whose value is null or missing. */
function* firstOfEach(
  collection: Collection,
  [start, to]: [Buffer, Buffer],
  parts: string[],
  descending: boolean,
): Steps<Doc> {
  const names = fieldNames([parts[0]!]);
  const read = (id: number): Doc | undefined => {
    const bytes = peekRecord(collection, id, true);
    return bytes && decodeFields(bytes, names);
  };
  for (let from = start; ; ) {
    const [id] = idsIn(collection, from, to, { first: true });
    const doc = id === undefined ? undefined : read(id);
    if (!doc) return;
    const key = keyAt(doc, parts);
    const end = successor(Buffer.concat([start, descending ? invert(key) : key]));
    if (key.equals(nullKey)) for (const each of idsIn(collection, from, end, {})) yield read(each) ?? null;
    else yield doc;
    from = end;
  }
}

function keyAt(doc: Doc, parts: string[]): Buffer {
  let key = nullKey;
  visit(doc, parts, (value) => {
    key = keyOf(value);
    return true;
  });
  return key;
}
