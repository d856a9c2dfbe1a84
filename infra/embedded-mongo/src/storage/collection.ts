import type { Document } from 'bson';
import { type Doc, decode, encodeStored, own, show } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { type Filter, match, parseFilter } from '../query/matcher.js';
import { generateKeys, type KeyField } from './index-keys.js';
import { maxKeyBytes, recordIdBuffer, recordIdOf, recordKey, type Store, spaceKey, successor } from './store.js';

/** What is stored of an index; `multikey` holds, per field, the path prefixes at which some document has an array. */
export interface IndexMeta {
  space: number;
  name: string;
  key: Document;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Document;
  expireAfterSeconds?: number;
  hidden?: boolean;
  multikey: string[][];
  /** Some key was longer than LMDB takes: the index still finds, but no longer sorts. */
  truncated: boolean;
  /** Built up to all records that existed when it was made. */
  ready: boolean;
}

export class Index {
  readonly fields: KeyField[];
  readonly partial: Filter | undefined;

  constructor(readonly meta: IndexMeta) {
    this.fields = keyFields(meta.key);
    this.partial = meta.partialFilterExpression && parseFilter(meta.partialFilterExpression);
  }

  /** The entries of a document, and what it teaches about the index's arrays and key lengths. */
  entries(doc: Doc): { keys: Buffer[]; arrays: Set<string>[]; truncated: boolean } {
    if (this.partial && !match(this.partial, doc)) return { keys: [], arrays: [], truncated: false };
    const { keys, arrays, present } = generateKeys(this.fields, doc);
    if (this.meta.sparse && !present) return { keys: [], arrays, truncated: false };
    return { keys, arrays, truncated: keys.some((key) => key.length > maxKeyBytes) };
  }

  entryKey(key: Buffer, id: number): Buffer {
    return spaceKey(this.meta.space, key.subarray(0, maxKeyBytes), recordIdBuffer(id));
  }
}

export function keyFields(key: Document): KeyField[] {
  return Object.entries(key).map(([path, direction]) => ({
    path,
    parts: path.split('.'),
    descending: Number(direction) < 0,
  }));
}

export interface CollectionMeta {
  ns: string;
  space: number;
  indexes: IndexMeta[];
}

/** A collection's records and index entries. Every method that writes must run inside a write job. */
export class Collection {
  indexes: Index[];
  count = 0;
  nextRecord = 1;
  /** Counts changes, so that what was found before a write job can be trusted inside it. */
  version = 0;
  countersDirty = false;
  metaDirty = false;
  dropped = false;

  constructor(
    readonly store: Store,
    readonly meta: CollectionMeta,
  ) {
    this.indexes = meta.indexes.map((index) => new Index(index));
  }

  get ns(): string {
    return this.meta.ns;
  }

  read(id: number): Buffer | undefined {
    return this.store.get(recordKey(this.meta.space, id));
  }

  /** Stores a new document. Throws DuplicateKey (11000) or a size error before anything is written. */
  insert(doc: Doc): void {
    const bytes = encodeStored(doc);
    const id = this.nextRecord;
    const changes = this.indexes.map((index) => this.prepare(index, doc, id));
    this.nextRecord++;
    this.count++;
    this.store.put(recordKey(this.meta.space, id), bytes);
    for (const apply of changes) apply();
    this.touch();
  }

  /** Replaces a document. Returns false, writing nothing, when its bytes would stay the same. */
  replace(id: number, before: Doc, stored: Uint8Array, after: Doc): boolean {
    const bytes = encodeStored(after);
    if (Buffer.compare(stored, bytes) === 0) return false;
    const changes = this.indexes.map((index) => this.prepare(index, after, id, before));
    this.store.put(recordKey(this.meta.space, id), bytes);
    for (const apply of changes) apply();
    this.touch();
    return true;
  }

  remove(id: number, doc: Doc): void {
    for (const index of this.indexes)
      for (const key of index.entries(doc).keys) this.store.remove(index.entryKey(key, id));
    this.store.remove(recordKey(this.meta.space, id));
    this.count--;
    this.touch();
  }

  private touch(): void {
    this.version++;
    this.countersDirty = true;
  }

  /** Checks uniqueness and returns the change to apply; nothing is written before all indexes agree. */
  prepare(index: Index, doc: Doc, id: number, before?: Doc): () => void {
    const { keys, arrays, truncated } = index.entries(doc);
    const old = before ? index.entries(before).keys : [];
    const added = keys.filter((key) => !old.some((other) => other.equals(key)));
    const removed = old.filter((key) => !keys.some((other) => other.equals(key)));
    if (index.meta.unique) for (const key of added) this.refuseDuplicate(index, key, id, doc);
    return () => {
      for (const key of removed) this.store.remove(index.entryKey(key, id));
      for (const key of added) this.store.put(index.entryKey(key, id));
      this.learn(index, arrays, truncated);
    };
  }

  private learn(index: Index, arrays: Set<string>[], truncated: boolean): void {
    arrays.forEach((prefixes, field) => {
      for (const prefix of prefixes) {
        const known = index.meta.multikey[field]!;
        if (known.includes(prefix)) continue;
        known.push(prefix);
        this.metaDirty = true;
      }
    });
    if (truncated && !index.meta.truncated) {
      index.meta.truncated = true;
      this.metaDirty = true;
    }
  }

  private refuseDuplicate(index: Index, key: Buffer, id: number, doc: Doc): void {
    const prefix = spaceKey(index.meta.space, key.subarray(0, maxKeyBytes));
    const cut = key.length > maxKeyBytes;
    for (const entry of this.store.keys(prefix, successor(prefix), cut ? 10_000 : 2)) {
      const other = recordIdOf(entry);
      if (other === id) continue;
      if (cut && !index.entries(decode(this.read(other)!)).keys.some((value) => value.equals(key))) continue;
      const keyValue = Object.fromEntries(index.fields.map((field) => [field.path, valueAt(index, field, doc, key)]));
      throw new MongoError(
        codes.duplicateKey,
        `E11000 duplicate key error collection: ${this.ns} index: ${index.meta.name} dup key: ${show(keyValue)}`,
        { keyPattern: index.meta.key, keyValue },
      );
    }
  }
}

/** The value of one field in the key that collided: for an array, the element that made this key. */
function valueAt(_index: Index, field: KeyField, doc: Doc, key: Buffer): unknown {
  const expand = (value: unknown, parts: string[]): unknown[] => {
    if (Array.isArray(value)) return value.flatMap((item) => (parts.length ? expand(item, parts) : [item]));
    if (parts.length === 0) return [value];
    if (typeof value !== 'object' || value === null) return [undefined];
    return expand(own(value as Doc, parts[0]!), parts.slice(1));
  };
  const values = expand(doc, field.parts);
  const nested = (value: unknown): Doc =>
    field.parts.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Doc;
  const single = (value: unknown): Buffer => generateKeys([field], nested(value)).keys[0]!;
  return (values.length > 1 ? values.find((value) => key.includes(single(value))) : values[0]) ?? null;
}
