import { successor } from '../bson/keys.js';
import { decode } from '../bson/values.js';
import type { Collection } from './collection.js';
import { recordIdOf, spaceKey } from './store.js';

/** Documents read from each end of a collection, and how many of these give the size of the indexes, which takes longer. */
const sampleSize = 10;
const indexedSize = 2;
/** Bytes of the key of a record, and of an entry of an index beside its key: space and id of the record. */
const recordOverhead = 12;
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
  const ends = [store.keys(from, to, sampleSize), store.keys(from, to, sampleSize, true)];
  // Without those removed since their key was read.
  const read = (keys: readonly Buffer[]) => keys.flatMap((key) => collection.read(recordIdOf(key)) ?? []);
  const documents = ends.flatMap(read).map((stored) => recordOverhead + stored.length);
  const indexed = ends
    .flatMap((keys) => read(keys.slice(0, indexedSize)))
    .map((stored) => indexBytes(collection, stored));
  return {
    documents: count,
    data: Math.round(average(documents) * count),
    indexes: Math.round(average(indexed) * count),
  };
}

function indexBytes({ indexes }: Collection, stored: Buffer): number {
  const doc = decode(stored);
  const entries = indexes.flatMap((index) => index.keysOf(doc).keys);
  return entries.reduce((sum, entry) => sum + entry.length + entryOverhead, 0);
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
