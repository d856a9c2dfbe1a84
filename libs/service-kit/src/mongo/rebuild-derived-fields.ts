import { isDeepStrictEqual } from 'node:util';
import type { Connection, Model } from 'mongoose';
import { derivedFields, isRecordSchema, type RecordBase, type RecordTraits, traitsOf } from './record.schema.js';

/** Collection of texts that state how each collection's derived fields were last built. */
const notesCollection = 'derived_fields';
const batchSize = 500;

/**
 * Rebuilds search text, sort keys and computed fields of stored records, if the schema has changed since the last call.
 * Safe on several replicas and concurrently with writes. @returns records written
 */
export async function rebuildDerivedFields<Doc>(connection: Connection, model: Model<Doc>): Promise<number> {
  if (!isRecordSchema(model.schema)) return 0;
  const traits = traitsOf(model.schema);
  const rule = ruleOf(traits);
  const notes = connection.collection<{ _id: string; rule: string }>(notesCollection);
  if ((await notes.findOne({ _id: model.collection.name }))?.rule === rule) return 0;

  const records = model as unknown as Model<RecordBase>;
  const from = Object.values(traits.computed).flatMap((field) => field.from);
  const read = ['version', 'search_text', 'sort_keys', 'computed', ...traits.search, ...traits.sort, ...from];
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
    const { search_text, sort_keys, computed, _id, version } = record as RecordBase;
    const derived = derivedFields(traits, record as unknown as Record<string, unknown>);
    const stored = { text: search_text, keys: sort_keys, computed };
    const wanted = { text: derived.search_text, keys: derived.sort_keys, computed: derived.computed };
    if (isDeepStrictEqual(stored, wanted)) continue;
    outdated.push({ updateOne: { filter: { _id, version }, update: { $set: derived } } });
    if (outdated.length === batchSize) await write();
  }
  await write();
  await notes.updateOne({ _id: model.collection.name }, { $set: { rule } }, { upsert: true });
  return written;
}

/** Returns a text that changes with the definition of the derived fields. */
function ruleOf({ search, sort, computed }: RecordTraits): string {
  const rules = Object.entries(computed).map(([name, { from, rule }]) => ({ name, from, rule }));
  return JSON.stringify({ search, sort, ...(rules.length > 0 && { computed: rules }) });
}
