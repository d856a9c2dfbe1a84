import { isDeepStrictEqual } from 'node:util';
import type { Connection, Model } from 'mongoose';
import { derivedFields, isRecordSchema, type RecordBase, type RecordTraits, traitsOf } from './record.schema.js';
import { searchRevision } from './search-grams.js';

/** Collection of notes that state how each collection's derived fields were last built. */
const notesCollection = 'derived_fields';
const batchSize = 500;
/** ms after a rebuild in which it is repeated: longer than replicas of the version before run, which write the old form. */
const unsettledFor = 60 * 60_000;

interface Note {
  /** Name of the collection. */
  _id: string;
  rule: string;
  /** Time of the rebuild; null once it need not be repeated, and in new collections. */
  unsettled_since?: Date | null;
}

/**
 * Rebuilds search text, sort keys and computed fields of stored records, if the schema, or how texts are folded, has changed
 * since the last call. Calls within an hour after that, and the first one later, do it again, for what replicas of the version before
 * wrote during an update. Safe on several replicas and concurrently with writes. @returns records written
 */
export async function rebuildDerivedFields<Doc>(
  connection: Connection,
  model: Model<Doc>,
  now = new Date(),
): Promise<number> {
  if (!isRecordSchema(model.schema)) return 0;
  const traits = traitsOf(model.schema);
  const rule = ruleOf(traits);
  const notes = connection.collection<Note>(notesCollection);
  const note = await notes.findOne({ _id: model.collection.name });
  if (note?.rule === rule && !note.unsettled_since) return 0;

  const records = model as unknown as Model<RecordBase>;
  const from = Object.values(traits.computed).flatMap((field) => field.from);
  const read = [
    'version',
    'search_text',
    'search_grams',
    'sort_keys',
    'computed',
    ...traits.search,
    ...traits.sort,
    ...from,
  ];
  const outdated: Parameters<typeof records.bulkWrite>[0] = [];
  let written = 0;
  const write = async () => {
    if (outdated.length > 0) {
      // Unordered: the embedded server then writes them in one transaction.
      const { modifiedCount } = await records.bulkWrite(outdated.splice(0), { ordered: false });
      written += modifiedCount;
    }
  };
  const cursor = records.find({}, Object.fromEntries(read.map((field) => [field, 1]))).lean<RecordBase>();
  for await (const record of cursor.cursor({ batchSize })) {
    const { search_text, search_grams, sort_keys, computed, _id, version } = record as RecordBase;
    const derived = derivedFields(traits, record as unknown as Record<string, unknown>);
    const wanted = Object.values({ search_text, search_grams, sort_keys, computed, ...derived });
    if (isDeepStrictEqual([search_text, search_grams, sort_keys, computed], wanted)) continue;
    outdated.push({ updateOne: { filter: { _id, version }, update: { $set: derived } } });
    if (outdated.length === batchSize) await write();
  }
  await write();
  const unsettled_since = unsettledSince(note, rule, now);
  await notes.updateOne({ _id: model.collection.name }, { $set: { rule, unsettled_since } }, { upsert: true });
  return written;
}

function unsettledSince(note: Note | null, rule: string, now: Date): Date | null {
  // No other version has written to a new collection.
  if (!note) return null;
  if (note.rule !== rule || !note.unsettled_since) return now;
  return now.getTime() - note.unsettled_since.getTime() < unsettledFor ? note.unsettled_since : null;
}

/** Returns a text that changes with the definition of the derived fields. */
function ruleOf({ search, sort, computed }: RecordTraits): string {
  const rules = Object.entries(computed).map(([name, { from, rule }]) => ({ name, from, rule }));
  return JSON.stringify({ search, sort, searchRevision, ...(rules.length > 0 && { computed: rules }) });
}
