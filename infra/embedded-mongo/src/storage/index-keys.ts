import { emptyArrayKey, invert, keyOf } from '../bson/keys.js';
import { wholeNumber } from '../bson/numbers.js';
import { type Doc, isDoc, own, type Value } from '../bson/values.js';
import { badValue, codes, MongoError, unsupported } from '../errors.js';
import { plainPath } from '../query/path.js';

export interface KeyField {
  path: string;
  parts: string[];
  descending: boolean;
}

export interface GeneratedKeys {
  keys: Buffer[];
  /** Per field, whether its path passes or ends in an array. */
  arrays: boolean[];
  /** Whether any field exists; if not, a sparse index leaves the document out. */
  present: boolean;
}

/** `value` reached after `at` parts of a field's path; `final`: as an array's element, it is not divided again. */
interface Position {
  value: Value;
  at: number;
  final?: boolean;
}
const emptyArray = Symbol('empty array');

function advance({ value, at, final }: Position, { parts, path }: KeyField): Position {
  for (; at < parts.length && isDoc(value); at++) value = own(value, parts[at]!);
  if (at === parts.length) return { value, at, final };
  if (!Array.isArray(value)) return { value: undefined, at: parts.length };
  if (/^\d+$/.test(parts[at]!)) throw unsupported(`An array position in an index or sort path (${path})`);
  return { value, at };
}

/** Moves from an array to one of its elements. An array directly inside an array is a value and is not searched. */
function enter({ at }: Position, item: Value, { parts }: KeyField): Position {
  if (at === parts.length) return { value: item, at, final: true };
  return isDoc(item) ? { value: item, at } : { value: undefined, at: parts.length };
}

/**
 * Returns the index keys of a document as MongoDB generates them: one per element of an array, one for an empty array,
 * null for a missing field. @throws CannotIndexParallelArrays (171) if two different arrays would have to be combined
 */
export function generateKeys(fields: KeyField[], doc: Doc): GeneratedKeys {
  const arrays = fields.map(() => false);
  const found = new Map<string, Buffer>();
  let present = false;

  const walk = (positions: Position[]): void => {
    const reached = positions.map((position, field) => advance(position, fields[field]!));
    const divides = ({ value, final }: Position): boolean => Array.isArray(value) && !final;
    const array = reached.find(divides)?.value as Value[] | undefined;
    if (!array) {
      emit(reached);
      return;
    }
    reached.forEach((position, field) => {
      if (!divides(position)) return;
      if (position.value !== array)
        throw new MongoError(codes.cannotIndexParallelArrays, `cannot index parallel arrays [${fields[field]!.path}]`);
      arrays[field] = true;
    });
    for (const item of array.length ? array : [emptyArray])
      walk(reached.map((each, field) => (divides(each) ? enter(each, item, fields[field]!) : each)));
  };

  const emit = (positions: Position[]): void => {
    const parts = positions.map(({ value }, field) => {
      present ||= value !== undefined;
      const bytes = value === emptyArray ? emptyArrayKey : keyOf(value);
      return fields[field]!.descending ? invert(bytes) : bytes;
    });
    const key = Buffer.concat(parts);
    found.set(key.toString('latin1'), key);
  };

  walk(fields.map(() => ({ value: doc, at: 0 })));
  return { keys: [...found.values()], arrays, present };
}

/** Returns the bytes that a document sorts by: the lowest of its index keys for the sort pattern. */
export function sortKey(fields: KeyField[], doc: Doc): Buffer {
  return generateKeys(fields, doc).keys.reduce((least, key) => (Buffer.compare(key, least) < 0 ? key : least));
}

/** Parses a sort document. @returns undefined if it is missing or empty @throws MongoError, mostly BadValue (2) */
export function parseSort(sort: Value): KeyField[] | undefined {
  if (sort === undefined || sort === null) return undefined;
  if (!isDoc(sort)) throw badValue('Expected field sort to be of type object');
  const fields = Object.entries(sort).map(([path, direction]) => {
    const sign = wholeNumber(direction);
    if (sign !== 1 && sign !== -1)
      throw badValue('$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    return { path, parts: plainPath(path), descending: sign < 0 };
  });
  if (fields.length > 32) throw badValue('A sort may have at most 32 fields');
  return fields.length ? fields : undefined;
}
