import { BSONRegExp } from 'bson';
import { clone, type Doc, isDoc, type Value, withId } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { isOperatorDoc } from '../query/operators.js';
import { splitPath } from '../query/path.js';
import { applyStep, type Update } from './update.js';

/**
 * The equalities that an upsert copies from its query: `{a: 1}`, `$eq`, a one-element `$in`, `$all` or `$or`, inside
 * any `$and`. Throws when one path is fixed twice.
 */
function equalities(query: Doc, found = new Map<string, Value>()): Map<string, Value> {
  const add = (path: string, value: Value): void => {
    const overlaps = (other: string): boolean => `${other}.`.startsWith(`${path}.`) || path.startsWith(`${other}.`);
    if ([...found.keys()].some(overlaps))
      throw new MongoError(codes.notSingleValueField, `cannot infer query fields to set, '${path}' is matched twice`);
    found.set(path, value);
  };
  for (const [key, value] of Object.entries(query)) {
    if (key === '$and' || (key === '$or' && (value as Doc[]).length === 1))
      for (const part of value as Doc[]) equalities(part, found);
    if (key.startsWith('$') || value instanceof BSONRegExp) continue;
    if (!isOperatorDoc(value)) add(key, value);
    else {
      for (const list of [value.$in, value.$all])
        if (Array.isArray(list) && list.length === 1 && !(list[0] instanceof BSONRegExp) && !isOperatorDoc(list[0]))
          add(key, list[0]);
      if ('$eq' in value) add(key, value.$eq);
    }
  }
  return found;
}

/** The document an upsert inserts: the query's equalities, then the update, then an _id in first place. */
export function upsertDocument(query: Doc, update: Update): Doc {
  const base: Doc = {};
  if (update.isReplacement) {
    const id = isDoc(query._id) && '$eq' in query._id ? query._id.$eq : query._id;
    if (Object.hasOwn(query, '_id') && !isOperatorDoc(id)) base._id = id;
  } else {
    for (const [path, value] of equalities(query))
      applyStep(base, { parts: splitPath(path), change: () => clone(value), creates: true }, base);
  }
  return withId(update.apply(base, {}, true));
}
