import { isDeepStrictEqual } from 'node:util';
import type { Connection, Model } from 'mongoose';
import { derivedFields, isRecordSchema, type RecordBase, type RecordTraits, traitsOf } from './record.schema.js';

/** Notes by what rule each collection's derived fields were last derived. */
const notesCollection = 'derived_fields';
/** Records that are looked at before those of them that are outdated are written. */
const batchSize = 500;

/**
 * Brings the records that an older version has written up to what their schema searches, sorts by and computes now:
 * without that they would be missed by searches and stand first in a sort. Once for each change of a schema; otherwise one read.
 * Safe to repeat, on any number of replicas, and beside writes: a record that is written to meanwhile is derived by that.
 * @returns records written
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
      // In any order: the embedded server then writes them together.
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

/** Another text where a schema derives other fields, or the same ones in another way. */
function ruleOf({ search, sort, computed }: RecordTraits): string {
  const rules = Object.entries(computed).map(([name, { from, rule }]) => ({ name, from, rule }));
  return JSON.stringify({ search, sort, ...(rules.length > 0 && { computed: rules }) });
}
