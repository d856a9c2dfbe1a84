import { BSON } from 'bson';
import { successor } from '../bson/keys.js';
import { decode } from '../bson/values.js';
import { codes, MongoError } from '../errors.js';
import { Collection, type CollectionMeta, Index, type IndexSpec } from './collection.js';
import { justAfter, recordIdOf, type Store, spaceKey, uint32 } from './store.js';

/** Keys of space 0: `c<ns>` a collection, `n<ns>` its counters, `p<space>` a dropped space, `s` the next space. */
const metaKey = (kind: string, name: string | Buffer = ''): Buffer =>
  spaceKey(0, Buffer.from(kind), Buffer.from(name as string));

/**
 * ms per write job of an index build: while no other command arrives, and else. Each job ends with a flush to disk, which writes
 * every page that the job has changed: a long job writes a page once for many documents.
 */
const [buildAloneMs, buildSharedMs] = [250, 5];

/** All collections and indexes, in memory and on disk. Changing methods, except `build`, must run in a write job. */
export class Catalog {
  readonly collections = new Map<string, Collection>();
  private nextSpace = 1;

  constructor(readonly store: Store) {
    store.beforeCommit = () => this.persist();
    store.afterAbort = () => store.transact(() => this.load());
    store.transact(() => this.load());
  }

  /** Reads the catalog. Drops an index whose build was interrupted. */
  private load(): void {
    for (const stale of this.collections.values()) stale.dropped = true; // after a rollback: what commands still hold
    this.collections.clear();
    this.nextSpace = this.store.get(metaKey('s'))?.readUInt32BE() ?? this.nextSpace;
    for (const key of this.store.keys(metaKey('c'), metaKey('d'), 1_000_000_000)) {
      const meta = BSON.deserialize(this.store.get(key)!) as unknown as CollectionMeta;
      const collection = new Collection(this.store, meta);
      const counters = this.store.get(metaKey('n', meta.ns));
      if (counters) {
        collection.count = counters.readUIntBE(0, 6);
        collection.nextRecord = counters.readUIntBE(6, 6);
      }
      this.collections.set(meta.ns, collection);
      for (const index of collection.indexes.filter((each) => !each.meta.ready)) this.dropIndex(collection, index);
    }
  }

  private persist(): void {
    for (const collection of this.collections.values()) {
      if (collection.metaDirty) this.saveMeta(collection);
      if (!collection.countersDirty) continue;
      const counters = Buffer.alloc(12);
      counters.writeUIntBE(collection.count, 0, 6);
      counters.writeUIntBE(collection.nextRecord, 6, 6);
      this.store.put(metaKey('n', collection.ns), counters);
      collection.countersDirty = false;
    }
  }

  private saveMeta(collection: Collection): void {
    collection.meta.indexes = collection.indexes.map((index) => index.meta);
    this.store.put(metaKey('c', collection.ns), BSON.serialize(collection.meta));
    collection.metaDirty = false;
  }

  private allocateSpace(): number {
    const space = this.nextSpace++;
    this.store.put(metaKey('s'), uint32(this.nextSpace));
    return space;
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  /** Returns the collection, creating it if needed. @throws InvalidNamespace (73) */
  ensure(ns: string): Collection {
    const existing = this.collections.get(ns);
    if (existing) return existing;
    checkNamespace(ns);
    const collection = new Collection(this.store, { ns, space: this.allocateSpace(), indexes: [] });
    this.addIndex(collection, { name: '_id_', key: { _id: 1 }, unique: true }, true);
    this.collections.set(ns, collection);
    collection.countersDirty = true;
    return collection;
  }

  private addIndex(collection: Collection, spec: IndexSpec, ready: boolean): Index {
    const multikey = Object.keys(spec.key).map(() => false);
    const index = new Index({ ...spec, space: this.allocateSpace(), multikey, ready });
    collection.indexes.push(index);
    this.saveMeta(collection);
    return index;
  }

  drop(collection: Collection): void {
    this.collections.delete(collection.ns);
    collection.dropped = true;
    for (const kind of ['c', 'n']) this.store.remove(metaKey(kind, collection.ns));
    for (const { space } of [collection.meta, ...collection.indexes.map((index) => index.meta)])
      this.markDropped(space);
  }

  /** @throws InvalidNamespace (73) */
  rename(collection: Collection, ns: string): void {
    checkNamespace(ns);
    this.collections.delete(collection.ns);
    for (const kind of ['c', 'n']) this.store.remove(metaKey(kind, collection.ns));
    collection.meta.ns = ns;
    this.collections.set(ns, collection);
    this.saveMeta(collection);
    collection.countersDirty = true;
  }

  dropIndex(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    collection.version++;
    this.saveMeta(collection);
    this.markDropped(index.meta.space);
  }

  private markDropped(space: number): void {
    this.store.put(metaKey('p', uint32(space)));
  }

  /** Deletes up to 500 keys of a dropped collection or index. @returns false if nothing is left to delete */
  purgeSome(): boolean {
    const [entry] = this.store.keys(metaKey('p'), metaKey('q'), 1);
    if (!entry) return false;
    const prefix = Buffer.from(entry.subarray(-4));
    const keys = this.store.keys(prefix, successor(prefix), 500);
    for (const key of keys) this.store.remove(key);
    if (keys.length < 500) this.store.remove(entry);
    return true;
  }

  /**
   * Builds indexes with one scan. Concurrent writes maintain them from the start; a failure drops all of them.
   * @param commandCount number of commands received so far: write jobs are short while there are others to serve
   */
  async build(collection: Collection, specs: readonly IndexSpec[], commandCount: () => number): Promise<void> {
    const { store } = this;
    const indexes = await store.write(() => specs.map((spec) => this.addIndex(collection, spec, false)));
    let from = spaceKey(collection.meta.space);
    const to = successor(from);
    let seen = commandCount();
    const step = (): boolean => {
      if (collection.dropped) throw new MongoError(codes.namespaceNotFound, `collection dropped: ${collection.ns}`);
      const count = commandCount();
      const end = performance.now() + (count === seen ? buildAloneMs : buildSharedMs);
      seen = count;
      for (;;) {
        const keys = store.keys(from, to, 50);
        for (const key of keys) {
          const id = recordIdOf(key);
          const doc = decode(collection.read(id)!);
          const changes = indexes.map((index) => collection.prepare(index, doc, id));
          for (const change of changes) change();
          from = justAfter(key);
        }
        if (keys.length < 50) break;
        if (performance.now() > end) return false;
      }
      for (const { meta } of indexes) meta.ready = true;
      collection.version++;
      this.saveMeta(collection);
      return true;
    };
    try {
      while (!(await store.write(step)));
    } catch (error) {
      if (!collection.dropped)
        await store.write(() => {
          for (const index of indexes) this.dropIndex(collection, index);
        });
      throw error;
    }
  }
}

function checkNamespace(ns: string): void {
  const dot = ns.indexOf('.');
  const [db, name] = [ns.slice(0, dot), ns.slice(dot + 1)];
  const validDb = /^[^\0/\\. "$]+$/.test(db) && Buffer.byteLength(db) <= 63;
  const validName = /^[^\0$]+$/.test(name) && !/^\.|\.$|^system\./.test(name) && Buffer.byteLength(ns) <= 255;
  if (!validDb || !validName) throw new MongoError(codes.invalidNamespace, `Invalid namespace specified '${ns}'`);
}
