import {
  Binary,
  BSON,
  BSONRegExp,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { badValue, codes, MongoError, unsupported } from '../errors.js';

/**
 * A BSON value in memory. A plain JS number stands for what the BSON library would write for it: an int32 when it is
 * an integer of that range (and not -0), else a double; a Double wrapper stands for a double that would be mistaken
 * for an int32. int64 is always a Long. `undefined` always means a missing field.
 */
export type Value = unknown;
export type Doc = Record<string, Value>;

/** Largest document, in bytes, and deepest nesting that the server stores (MongoDB limits). */
export const maxDocumentBytes = 16 * 1024 * 1024;
const maxDepth = 180;

/** Canonical order of types (the manual's comparison order), also the first byte of an index key. */
export const typeOrder = {
  minKey: 0x02,
  emptyArray: 0x04,
  null: 0x05,
  number: 0x0a,
  string: 0x0f,
  object: 0x14,
  array: 0x19,
  binData: 0x1e,
  objectId: 0x23,
  bool: 0x28,
  date: 0x2d,
  timestamp: 0x2f,
  regex: 0x32,
  maxKey: 0x7f,
} as const;

const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

/** A double, kept apart from an int32 of the same value. */
export const asDouble = (value: number): number | Double => (isInt32(value) ? new Double(value) : value);

export function isDoc(value: Value): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export const isNumeric = (value: Value): boolean =>
  typeof value === 'number' || value instanceof Long || value instanceof Double || value instanceof Decimal128;

/** Missing counts as null here; callers that must tell them apart look at `undefined` first. */
export function orderOf(value: Value): number {
  if (typeof value === 'string') return typeOrder.string;
  if (typeof value === 'number') return typeOrder.number;
  if (value === null || value === undefined) return typeOrder.null;
  if (typeof value === 'boolean') return typeOrder.bool;
  if (Array.isArray(value)) return typeOrder.array;
  if (value instanceof Date) return typeOrder.date;
  if (value instanceof ObjectId) return typeOrder.objectId;
  if (value instanceof Timestamp) return typeOrder.timestamp; // before Long: a Timestamp is one
  if (isNumeric(value)) return typeOrder.number;
  if (value instanceof Binary) return typeOrder.binData;
  if (value instanceof BSONRegExp) return typeOrder.regex;
  if (value instanceof MinKey) return typeOrder.minKey;
  if (value instanceof MaxKey) return typeOrder.maxKey;
  if (isDoc(value)) return typeOrder.object;
  throw unsupported(`The BSON type of ${String(value)}`);
}

/** The $type alias of a value ('missing' for an absent one). */
export function typeName(value: Value): string {
  if (value === undefined) return 'missing';
  switch (orderOf(value)) {
    case typeOrder.number:
      if (value instanceof Long) return 'long';
      if (value instanceof Decimal128) return 'decimal';
      return typeof value === 'number' && isInt32(value) ? 'int' : 'double';
    case typeOrder.minKey:
      return 'minKey';
    case typeOrder.maxKey:
      return 'maxKey';
    case typeOrder.null:
      return 'null';
    case typeOrder.string:
      return 'string';
    case typeOrder.object:
      return 'object';
    case typeOrder.array:
      return 'array';
    case typeOrder.binData:
      return 'binData';
    case typeOrder.objectId:
      return 'objectId';
    case typeOrder.bool:
      return 'bool';
    case typeOrder.date:
      return 'date';
    case typeOrder.timestamp:
      return 'timestamp';
    default:
      return 'regex';
  }
}

/** BSON type numbers by alias, as $type takes them. */
export const typeNumbers: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

/** Reads a field that is the document's own; `__proto__` and the like never leak in. */
export const own = (doc: Doc, key: string): Value => (Object.hasOwn(doc, key) ? doc[key] : undefined);

export function put(doc: Doc, key: string, value: Value): void {
  if (key === '__proto__')
    Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
  else doc[key] = value;
}

function normalize(value: Value, depth: number): Value {
  if (typeof value !== 'object' || value === null) {
    if (value === undefined) throw unsupported('The BSON type undefined');
    return value;
  }
  if (depth > maxDepth) throw new MongoError(codes.overflow, `BSON nesting exceeds ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = normalize(value[i], depth + 1);
    return value;
  }
  if (value instanceof Int32) return value.value;
  if (value instanceof Double) return isInt32(value.value) ? value : value.value;
  if (isDoc(value)) {
    for (const key of Object.keys(value)) put(value, key, normalize(value[key], depth + 1));
    return value;
  }
  orderOf(value);
  return value;
}

/** Decodes one BSON document into the in-memory form. Throws for types that are refused (code, symbol, DBRef, undefined). */
export function decode(bytes: Uint8Array): Doc {
  const options = { promoteValues: false, promoteBuffers: false, bsonRegExp: true, validation: { utf8: true } };
  return normalize(BSON.deserialize(bytes, options), 0) as Doc;
}

export const encode = (doc: Document): Uint8Array => BSON.serialize(doc, { ignoreUndefined: true });

/** Encodes what is to be stored; throws when it is larger than 16 MiB. */
export function encodeStored(doc: Doc): Uint8Array {
  const size = BSON.calculateObjectSize(doc);
  if (size > maxDocumentBytes) {
    throw new MongoError(
      codes.BSONObjectTooLarge,
      `BSONObj size: ${size} is invalid. Size must be between 0 and ${maxDocumentBytes}`,
    );
  }
  return encode(doc);
}

/** A deep copy; immutable values (ids, dates, wrappers) are shared. */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const key of Object.keys(value)) put(copy, key, clone(value[key]));
  return copy as T;
}

/** Refuses field names that the server refuses to store: a leading `$` anywhere. Returns the document. */
export function checkStorable(value: Value, top = true): void {
  if (Array.isArray(value)) for (const item of value) checkStorable(item, false);
  else if (isDoc(value)) {
    for (const key of Object.keys(value)) {
      if (key.startsWith('$')) {
        throw new MongoError(
          codes.dollarPrefixedFieldName,
          `The dollar ($) prefixed field '${key}' is not allowed in stored documents`,
        );
      }
      if (key.includes('\0')) throw badValue('Field names may not contain the null byte');
      if (top && key === '_id') checkId(value[key]);
      checkStorable(value[key], false);
    }
  }
}

function checkId(id: Value): void {
  if (Array.isArray(id)) throw new MongoError(codes.invalidIdField, "The '_id' value cannot be of type array");
  if (id instanceof BSONRegExp) throw new MongoError(codes.invalidIdField, "The '_id' value cannot be of type regex");
}

/** A readable form of a value for error messages. */
export function show(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (Array.isArray(value)) return value.length ? `[ ${value.map(show).join(', ')} ]` : '[]';
  if (isDoc(value)) {
    const fields = Object.keys(value).map((key) => `${key}: ${show(value[key])}`);
    return fields.length ? `{ ${fields.join(', ')} }` : '{}';
  }
  if (value instanceof MinKey || value instanceof MaxKey) return value instanceof MinKey ? 'MinKey' : 'MaxKey';
  return String(value);
}
