import { Binary, BSON, BSONRegExp, Decimal128, type Document, Double, Int32, Long, ObjectId, UUID } from 'bson';
import { badValue, codes, MongoError, unsupported } from '../errors.js';

/**
 * A BSON value. A plain number is an int32 if it is an integer of that range and not -0, else a double; `Double` wraps
 * a double that would pass for an int32; an int64 is a `Long`; `undefined` is a missing field.
 */
export type Value = unknown;
export type Doc = Record<string, Value>;

export const maxDocumentBytes = 16 * 1024 * 1024;
const maxDepth = 180;

interface Type {
  /** Rank in MongoDB's order of types; also the first byte of a value's key (`keyOf`). */
  order: number;
  number: number;
  prototype?: object;
}
const type = (order: number, number: number, prototype?: object): Type => ({ order, number, prototype });

export const types = {
  null: type(0x05, 10),
  int: type(0x0a, 16),
  long: type(0x0a, 18, Long.prototype),
  double: type(0x0a, 1, Double.prototype),
  decimal: type(0x0a, 19, Decimal128.prototype),
  string: type(0x0f, 2),
  object: type(0x14, 3, Object.prototype),
  array: type(0x19, 4, Array.prototype),
  binData: type(0x1e, 5, Binary.prototype),
  objectId: type(0x23, 7, ObjectId.prototype),
  bool: type(0x28, 8),
  date: type(0x2d, 9, Date.prototype),
};
export type TypeName = keyof typeof types;

const typesByPrototype = Object.entries(types).map(([name, each]) => [each.prototype, name as TypeName] as const);
const prototypes = new Map<unknown, TypeName>([...typesByPrototype, [null, 'object'], [UUID.prototype, 'binData']]);

const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

/** Returns a number as a double, wrapped in `Double` if it would otherwise be read as an int32. */
export const asDouble = (value: number): number | Double => (isInt32(value) ? new Double(value) : value);

/** Returns a value's $type alias, 'null' if it is missing. @throws NotImplemented (238) for an unsupported BSON type */
export function typeName(value: Value): TypeName {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (typeof value === 'boolean') return 'bool';
  if (value === null || value === undefined) return 'null';
  const name = prototypes.get(Object.getPrototypeOf(value));
  if (!name) throw unsupported(`A value of the type ${(value as Document)._bsontype ?? typeof value} here`);
  return name;
}

export const orderOf = (value: Value): number => types[typeName(value)].order;

export const isDoc = (value: Value): value is Doc =>
  typeof value === 'object' && value !== null && prototypes.get(Object.getPrototypeOf(value)) === 'object';

export const isNumeric = (value: Value): boolean =>
  typeof value === 'number' || value instanceof Long || value instanceof Double || value instanceof Decimal128;

export const own = (doc: Doc, key: string): Value => (Object.hasOwn(doc, key) ? doc[key] : undefined);

export function put(doc: Doc, key: string, value: Value): void {
  if (key !== '__proto__') doc[key] = value;
  else Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
}

function normalize(value: Value, depth: number): Value {
  if (value === undefined) throw unsupported('The BSON type undefined');
  if (typeof value !== 'object' || value === null || value instanceof BSONRegExp) return value;
  if (depth > maxDepth) throw new MongoError(codes.overflow, `BSON nesting exceeds ${maxDepth} levels`);
  if (value instanceof Int32) return value.value;
  if (value instanceof Double) return isInt32(value.value) ? value : value.value;
  if (typeName(value) === 'array') return (value as Value[]).map((item) => normalize(item, depth + 1));
  if (isDoc(value)) for (const key of Object.keys(value)) put(value, key, normalize(value[key], depth + 1));
  return value;
}

/** Decodes a BSON document. @throws MongoError 238 for an unsupported type, 15 for more than 180 levels */
export function decode(bytes: Uint8Array): Doc {
  const options = { promoteValues: false, promoteBuffers: false, bsonRegExp: true, validation: { utf8: true } };
  return normalize(BSON.deserialize(bytes, options), 0) as Doc;
}

export const encode = (doc: Document): Uint8Array => BSON.serialize(doc, { ignoreUndefined: true });

export function encodeStored(doc: Doc): Buffer {
  const size = BSON.calculateObjectSize(doc);
  if (size > maxDocumentBytes)
    throw new MongoError(codes.BSONObjectTooLarge, `A document of ${size} bytes exceeds ${maxDocumentBytes}`);
  const { buffer, byteOffset, byteLength } = encode(doc);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns a deep copy of documents and arrays; other values (ids, dates, binaries) are shared. */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const key of Object.keys(value)) put(copy, key, clone(value[key]));
  return copy as T;
}

/** Refuses field names with a leading `$` or a NUL, regular expressions and, if `top`, an array as _id. */
export function checkStorable(value: Value, top = true, invalidId: number = codes.invalidIdField): void {
  if (value instanceof BSONRegExp) throw unsupported('Storing a regular expression');
  if (Array.isArray(value)) for (const item of value) checkStorable(item, false);
  if (!isDoc(value)) return;
  for (const key of Object.keys(value)) {
    if (key.startsWith('$')) {
      const message = `The dollar ($) prefixed field '${key}' is not allowed in stored documents`;
      throw new MongoError(codes.dollarPrefixedFieldName, message);
    }
    if (key.includes('\0')) throw badValue('Field names may not contain the null byte');
    if (top && key === '_id' && (Array.isArray(value._id) || value._id instanceof BSONRegExp))
      throw new MongoError(invalidId, "The '_id' value cannot be an array or a regular expression");
    checkStorable(value[key], false);
  }
}

/** Returns the document with _id first, generated if missing. @param invalidId error code for an array as _id */
export function withId(doc: Doc, invalidId: number = codes.invalidIdField): Doc {
  checkStorable(doc, true, invalidId);
  const result: Doc = { _id: Object.hasOwn(doc, '_id') ? doc._id : new ObjectId() };
  for (const key of Object.keys(doc)) if (key !== '_id') put(result, key, doc[key]);
  return result;
}

export function show(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`;
  if (!isDoc(value)) return String(value);
  return `{ ${Object.keys(value)
    .map((key) => `${key}: ${show(value[key])}`)
    .join(', ')} }`;
}
