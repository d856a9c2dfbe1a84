import { successor } from '../bson/keys.js';
import { decode } from '../bson/values.js';
import type { Collection } from './collection.js';
import { recordIdOf, spaceKey } from './store.js';

/** Documents read from each end of a collection. */
const sampleSize = 20;
/** Bytes of an entry of an index beside its key: space and id of the record. */
const entryOverhead = 12;

export interface CollectionSize {
  documents: number;
  /** Bytes of the documents, and of the entries of all indexes. */
  data: number;
  indexes: number;
}

/** Returns the size of a collection as estimated from its oldest and newest documents, without reading all of it. */
export function estimatedSize(collection: Collection): CollectionSize {
  const { store, meta, count } = collection;
  const [from, to] = [spaceKey(meta.space), successor(spaceKey(meta.space))];
  const keys = [...store.keys(from, to, sampleSize), ...store.keys(from, to, sampleSize, true)];
  let [sampled, data, indexes] = [0, 0, 0];
  for (const key of keys) {
    const stored = collection.read(recordIdOf(key));
    // Removed since its key was read.
    if (!stored) continue;
    sampled += 1;
    data += key.length + stored.length;
    const doc = decode(stored);
    for (const index of collection.indexes)
      for (const entry of index.keysOf(doc).keys) indexes += entry.length + entryOverhead;
  }
  const scale = sampled === 0 ? 0 : count / sampled;
  return { documents: count, data: Math.round(data * scale), indexes: Math.round(indexes * scale) };
}
