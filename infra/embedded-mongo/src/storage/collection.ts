import type { Document } from 'bson';
import { changedFields } from '../bson/elements.js';
import { successor } from '../bson/keys.js';
import { type Doc, encodeStored, show, type Value } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { type Filter, leaves, match, parseFilter } from '../query/matcher.js';
import { visit } from '../query/path.js';
import { type GeneratedKeys, generateKeys, type KeyField } from './index-keys.js';
import { KeyCounts, segmentKeys } from './key-counts.js';
import {
  DamagedValueError,
  damageAdvice,
  recordIdBuffer,
  recordIdOf,
  recordKey,
  type Store,
  spaceKey,
} from './store.js';

/** Maximum bytes of an index key; LMDB's limit with space and record id (12 bytes) is 1,978. */
const maxKeyBytes = 1900;

export interface IndexSpec {
  name: string;
  key: Document;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Document;
  expireAfterSeconds?: number;
}

/** The stored form of an index. `multikey`: per field, whether a document ever had an array on its path. */
export interface IndexMeta extends IndexSpec {
  space: number;
  multikey: boolean[];
  ready: boolean;
}

export class Index {
  readonly fields: KeyField[];
  readonly partial: Filter | undefined;
  /** Names of the top-level fields that a document's keys depend on. */
  readonly reads: readonly string[];
  /** Created when a range of more than 8,192 keys is first counted; dropped with this object on a rollback. */
  private counts: KeyCounts | undefined;

  constructor(readonly meta: IndexMeta) {
    this.fields = Object.entries(meta.key).map(([path, direction]) => ({
      path,
      parts: path.split('.'),
      descending: Number(direction) < 0,
    }));
    this.partial = meta.partialFilterExpression && parseFilter(meta.partialFilterExpression);
    this.reads = [...this.fields, ...(this.partial ? leaves(this.partial) : [])].map(({ parts }) => parts[0]!);
  }

  /** Returns a document's keys, none if the index omits it. @throws MongoError 17280 (too long), 171 (two arrays) */
  keysOf(doc: Doc): Pick<GeneratedKeys, 'keys' | 'arrays'> {
    if (this.partial && !match(this.partial, doc)) return { keys: [], arrays: [] };
    const { keys, arrays, present } = generateKeys(this.fields, doc);
    if (this.meta.sparse && !present) return { keys: [], arrays };
    if (keys.some((key) => key.length > maxKeyBytes)) {
      const message = `A key of index ${this.meta.name} is longer than ${maxKeyBytes} bytes`;
      throw new MongoError(codes.keyTooLong, message);
    }
    return { keys, arrays };
  }

  put(store: Store, key: Buffer, id: number): void {
    const entry = this.entry(key, id);
    store.put(entry);
    this.counts?.changed(entry, 1);
  }

  remove(store: Store, key: Buffer, id: number): void {
    const entry = this.entry(key, id);
    store.remove(entry);
    this.counts?.changed(entry, -1);
  }

  count(store: Store, from: Buffer, to: Buffer): number {
    if (!this.counts && !store.keyAt(from, to, 4 * segmentKeys)) return store.countKeys(from, to);
    const all = spaceKey(this.meta.space);
    this.counts ??= KeyCounts.of(store, all, successor(all));
    return this.counts.count(from, to);
  }

  private entry(key: Buffer, id: number): Buffer {
    return spaceKey(this.meta.space, key, recordIdBuffer(id));
  }
}

export interface CollectionMeta {
  ns: string;
  space: number;
  indexes: IndexMeta[];
}

/** Records and index entries of a collection. Methods that write must run inside a job of `Store.write`. */
export class Collection {
  indexes: Index[];
  count = 0;
  nextRecord = 1;
  /** Incremented when documents change, an index becomes ready or is dropped. Unchanged: earlier results still hold. */
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

  /** Returns a buffer that begins with the record, valid until the next read. @throws MongoError 301 if damaged */
  peek(id: number): Buffer | undefined {
    try {
      return this.store.peek(recordKey(this.meta.space, id));
    } catch (error) {
      throw this.damageOf(error);
    }
  }

  read(id: number): Buffer | undefined {
    try {
      return this.store.get(recordKey(this.meta.space, id));
    } catch (error) {
      throw this.damageOf(error);
    }
  }

  private damageOf(error: unknown): unknown {
    return error instanceof DamagedValueError ? this.damage(error.message) : error;
  }

  damage(what: string): MongoError {
    const message = `Data corruption detected in collection ${this.ns}: ${what}. ${damageAdvice}`;
    return new MongoError(codes.dataCorruptionDetected, message);
  }

  /** Inserts a document. @throws MongoError, such as DuplicateKey (11000), before anything is written */
  insert(doc: Doc): void {
    const id = this.nextRecord;
    const bytes = encodeStored(doc);
    const changes = this.indexes.map((index) => this.prepare(index, doc, id));
    this.nextRecord++;
    this.count++;
    this.apply(id, bytes, changes);
  }

  /** Replaces a document. @returns false, writing nothing, if its bytes are unchanged */
  replace(id: number, before: Doc, stored: Buffer, after: Doc): boolean {
    const bytes = encodeStored(after);
    if (stored.equals(bytes)) return false;
    const changed = changedFields(stored, bytes);
    const affected = this.indexes.filter(({ reads }) => reads.some((name) => changed.has(name)));
    this.apply(
      id,
      bytes,
      affected.map((index) => this.prepare(index, after, id, before)),
    );
    return true;
  }

  remove(id: number, doc: Doc): void {
    for (const index of this.indexes) for (const key of index.keysOf(doc).keys) index.remove(this.store, key, id);
    this.store.remove(recordKey(this.meta.space, id));
    this.count--;
    this.touch();
  }

  private touch(): void {
    this.version++;
    this.countersDirty = true;
  }

  private apply(id: number, bytes: Buffer, changes: (() => void)[]): void {
    this.store.put(recordKey(this.meta.space, id), bytes);
    for (const change of changes) change();
    this.touch();
  }

  /** Checks an index before anything is written. @returns the function that applies the changes */
  prepare(index: Index, doc: Doc, id: number, before?: Doc): () => void {
    const { keys, arrays } = index.keysOf(doc);
    const old = before ? index.keysOf(before).keys : [];
    const added = keys.filter((key) => !old.some((other) => other.equals(key)));
    const removed = old.filter((key) => !keys.some((other) => other.equals(key)));
    if (index.meta.unique) for (const key of added) this.refuseDuplicate(index, key, id, doc);
    return () => {
      for (const key of removed) index.remove(this.store, key, id);
      for (const key of added) index.put(this.store, key, id);
      arrays.forEach((isArray, field) => {
        if (!isArray || index.meta.multikey[field]) return;
        index.meta.multikey[field] = true;
        this.metaDirty = true;
      });
    };
  }

  private refuseDuplicate(index: Index, key: Buffer, id: number, doc: Doc): void {
    const prefix = spaceKey(index.meta.space, key);
    const others = this.store.keys(prefix, successor(prefix), 2).filter((entry) => recordIdOf(entry) !== id);
    if (others.length === 0) return;
    const keyValue = Object.fromEntries(index.fields.map((field) => [field.path, valueAt(field, doc, key)]));
    throw new MongoError(
      codes.duplicateKey,
      `E11000 duplicate key error collection: ${this.ns} index: ${index.meta.name} dup key: ${show(keyValue)}`,
      { keyPattern: index.meta.key, keyValue },
    );
  }
}

/** Returns a field's value in the duplicate-key error: of an array, the element that has this key. */
function valueAt(field: KeyField, doc: Doc, key: Buffer): Value {
  const values: Value[] = [];
  visit(doc, field.parts, (value, arrayIndex) => {
    if (!Array.isArray(value) || arrayIndex >= 0) values.push(value);
    return false;
  });
  const single = { ...field, path: 'value', parts: ['value'] };
  return values.find((value) => generateKeys([single], { value }).keys.some((each) => key.includes(each))) ?? null;
}
