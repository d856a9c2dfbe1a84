import type { Document } from 'bson';
import { equal } from '../bson/keys.js';
import { toNumber } from '../bson/numbers.js';
import { isDoc, isNumeric, show, type Value } from '../bson/values.js';
import { allowOnly, badValue, codes, MongoError, typeMismatch, unsupported } from '../errors.js';
import { type Filter, parseFilter } from '../query/matcher.js';
import { plainPath } from '../query/path.js';
import type { Collection, IndexSpec } from '../storage/collection.js';
import { flag } from './command.js';

const options = ['key', 'name', 'unique', 'sparse', 'background', 'expireAfterSeconds', 'partialFilterExpression', 'v'];
const refusal = (message: string): MongoError => new MongoError(codes.cannotCreateIndex, message);

function parseKey(key: Value): Document {
  const entries = isDoc(key) ? Object.entries(key) : [];
  if (entries.length === 0 || entries.length > 32) throw refusal('An index has from 1 to 32 fields');
  const clean = entries.map(([path, direction]): [string, number] => {
    if (typeof direction === 'string') throw unsupported(`The index plugin '${direction}' on '${path}'`);
    if (!isNumeric(direction) || !toNumber(direction)) throw refusal(`Not a direction in an index key: ${show(key)}`);
    if (plainPath(path).some((part) => /^\d+$/.test(part))) throw unsupported(`An array position in '${path}'`);
    return [path, toNumber(direction) < 0 ? -1 : 1];
  });
  return Object.fromEntries(clean);
}

/** The subset of filters that a partial index takes. */
function checkPartial(filter: Filter): void {
  const allowed = ['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in'];
  if (filter.kind === 'and') for (const part of filter.filters) checkPartial(part);
  else if (filter.kind !== 'leaf' || !allowed.includes(filter.operator))
    throw refusal('Expression not supported in partial index');
}

/** Parses one index specification of createIndexes. Throws the server's codes; unknown options are refused. */
export function parseIndex(value: Value): IndexSpec {
  if (!isDoc(value)) throw badValue('An index specification must be an object');
  allowOnly('createIndexes.indexes', value, options);
  const { name, expireAfterSeconds: expiry, partialFilterExpression: partial } = value;
  if (typeof name !== 'string' || name === '') throw refusal("An index specification needs a 'name'");
  const spec: IndexSpec = { name, key: parseKey(value.key) };
  if (flag(value.unique)) spec.unique = true;
  if (flag(value.sparse)) spec.sparse = true;
  if (expiry !== undefined) {
    const seconds = isNumeric(expiry) ? toNumber(expiry) : Number.NaN;
    if (!(seconds >= 0 && seconds <= 2_147_483_647)) throw refusal("'expireAfterSeconds' is out of range");
    if (Object.keys(spec.key).length > 1 || '_id' in spec.key) throw refusal('TTL indexes are single-field indexes');
    spec.expireAfterSeconds = seconds;
  }
  if (partial !== undefined) {
    if (!isDoc(partial)) throw typeMismatch("The field 'partialFilterExpression' must be an object");
    if (spec.sparse) throw refusal("cannot mix 'partialFilterExpression' and 'sparse' options");
    checkPartial(parseFilter(partial));
    spec.partialFilterExpression = partial;
  }
  return spec;
}

/** An index as listIndexes shows it. */
export function indexDoc({ name, key, ...rest }: IndexSpec): Document {
  const { unique, sparse, partialFilterExpression, expireAfterSeconds } = rest;
  const shown = { unique: name === '_id_' ? undefined : unique, sparse, partialFilterExpression, expireAfterSeconds };
  return { v: 2, key, name, ...Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) };
}

/** Whether the index is there already; throws when one stands in its way. */
export function exists(collection: Collection, spec: IndexSpec): boolean {
  if (equal(spec.key, { _id: 1 })) return true;
  for (const { meta } of collection.indexes) {
    const [requested, existing] = [indexDoc(spec), indexDoc(meta)];
    if (equal(requested, existing)) return true;
    const sameKey = equal(meta.key, spec.key);
    const conflict = `The index ${show(requested)} conflicts with the existing ${show(existing)}`;
    if (meta.name === spec.name) {
      const onlyExpiry = equal({ ...requested, expireAfterSeconds: 0 }, { ...existing, expireAfterSeconds: 0 });
      const code = onlyExpiry ? codes.indexOptionsConflict : codes.indexKeySpecsConflict;
      throw new MongoError(code, conflict);
    }
    const samePartial = equal(meta.partialFilterExpression, spec.partialFilterExpression);
    if (sameKey && samePartial) throw new MongoError(codes.indexOptionsConflict, conflict);
  }
  return false;
}
