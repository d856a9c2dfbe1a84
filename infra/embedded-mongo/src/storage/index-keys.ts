import { emptyArrayKey, invert, keyOf } from '../bson/keys.js';
import { type Doc, isDoc, own, type Value } from '../bson/values.js';
import { codes, MongoError, unsupported } from '../errors.js';

export interface KeyField {
  path: string;
  parts: string[];
  descending: boolean;
}

export interface GeneratedKeys {
  /** Distinct keys, each field's bytes in the field's direction, concatenated. */
  keys: Buffer[];
  /** For each field, the path prefixes at which this document has an array. */
  arrays: Set<string>[];
  /** Whether any field exists (a sparse index leaves the document out otherwise). */
  present: boolean;
}

/** Where a field's path stands: at a document with `from` parts still to walk, or at its final value. */
type Position = { doc: Doc; from: number } | { value: Value } | { emptyArray: true };

/**
 * The keys of a document for a list of fields, as MongoDB generates them: an array makes one key per element (the same
 * element for all fields below it), an empty one its own key, a missing field null.
 * Throws CannotIndexParallelArrays (171) when two different arrays would have to be combined.
 */
export function generateKeys(fields: KeyField[], doc: Doc): GeneratedKeys {
  const arrays = fields.map(() => new Set<string>());
  const found = new Map<string, Buffer>();
  let present = false;

  const walk = (positions: Position[]): void => {
    let array: Value[] | undefined;
    let arrayField = 0;
    const next: (Position & { at?: number })[] = positions.map((position, field) => {
      if (!('doc' in position)) return position;
      const { parts, path } = fields[field]!;
      let current = position.doc;
      for (let i = position.from; i < parts.length; i++) {
        const value = own(current, parts[i]!);
        if (Array.isArray(value)) {
          if (array && array !== value) {
            throw new MongoError(
              codes.cannotIndexParallelArrays,
              `cannot index parallel arrays [${path}] [${fields[arrayField]!.path}]`,
            );
          }
          if (/^\d+$/.test(parts[i + 1] ?? ''))
            throw unsupported(`An array position in an index or sort path (${path})`);
          array = value;
          arrayField = field;
          arrays[field]!.add(parts.slice(0, i + 1).join('.'));
          return { doc: current, from: i + 1, at: i + 1 };
        }
        if (i === parts.length - 1) return { value };
        if (!isDoc(value)) return { value: undefined };
        current = value;
      }
      return { value: current };
    });
    if (!array) {
      emit(next);
      return;
    }
    const elements: (Position | undefined)[] = array.length ? array.map((value) => ({ value })) : [undefined];
    for (const element of elements) {
      walk(
        next.map((position, field): Position => {
          if (position.at === undefined) return position;
          const leaf = position.at === fields[field]!.parts.length;
          if (!element) return leaf ? { emptyArray: true } : { value: undefined };
          const { value } = element as { value: Value };
          if (leaf) return { value };
          return isDoc(value) ? { doc: value, from: position.at } : { value: undefined };
        }),
      );
    }
  };

  const emit = (positions: Position[]): void => {
    const key = Buffer.concat(
      positions.map((position, field) => {
        const value = 'value' in position ? position.value : undefined;
        if (value !== undefined || 'emptyArray' in position) present = true;
        const bytes = 'emptyArray' in position ? emptyArrayKey : keyOf(value);
        return fields[field]!.descending ? invert(bytes) : bytes;
      }),
    );
    found.set(key.toString('latin1'), key);
  };

  walk(fields.map(() => ({ doc, from: 0 })));
  return { keys: [...found.values()], arrays, present };
}

/** The bytes a document sorts by: the least of the keys an index on the sort pattern would hold for it. */
export function sortKey(fields: KeyField[], doc: Doc): Buffer {
  return generateKeys(fields, doc).keys.reduce((least, key) => (Buffer.compare(key, least) < 0 ? key : least));
}
